/** The directives of a CSP by name, as browsers parse them: the first of a name counts. */
function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/)
    if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), values)
  }
  return found
}

/** Script sources that allow foreign scripts. */
const openScripts = /^(\*|https?:|https?:\/\/\*|data:|blob:|filesystem:|'unsafe-inline'|'unsafe-eval'|'unsafe-hashes')$/
const forbiddenAbilities = /^allow-(top-navigation.*|modals|downloads.*)$/

/**
 * Problems of a CSP; empty if there are none. A document sandboxed without any permission can neither run nor send
 * anything, so it needs no frame-ancestors and no base-uri.
 */
export function policyFindings(policy: string): string[] {
  const directives = directivesOf(policy)
  const sandbox = directives.get('sandbox')
  const inert = sandbox !== undefined && sandbox.length === 0
  const usual = directives.get('default-src')
  const findings: string[] = []
  if (usual?.join(' ') !== "'none'") findings.push('default-src is not none')
  for (const name of ['script-src', 'script-src-elem', 'script-src-attr', 'object-src', 'worker-src']) {
    const sources = directives.get(name) ?? usual ?? ['*']
    // A blob worker runs under the page's CSP.
    const open = sources.filter((source) => openScripts.test(source) && !(name === 'worker-src' && source === 'blob:'))
    findings.push(...open.map((source) => `${name} allows ${source}`))
  }
  if ((directives.get('object-src') ?? usual)?.join(' ') !== "'none'") findings.push('object-src is not none')
  if (!inert && directives.get('base-uri')?.join(' ') !== "'none'") findings.push('base-uri is not none')
  if (!inert && !directives.has('frame-ancestors')) findings.push('frame-ancestors is missing')
  if (!inert && !directives.has('form-action')) findings.push('form-action is missing')
  if (directives.has('frame-ancestors') && directives.get('frame-ancestors')?.length === 0) {
    findings.push('frame-ancestors is empty')
  }
  findings.push(...(sandbox ?? []).filter((ability) => forbiddenAbilities.test(ability)).map((a) => `sandbox has ${a}`))
  return findings
}
