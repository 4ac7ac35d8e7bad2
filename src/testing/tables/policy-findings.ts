/** The directives of a content policy by name, as a browser reads them: the first of a name counts. */
export function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/)
    if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), values)
  }
  return found
}

/** Sources of scripts that let in what others wrote. */
const openScripts = /^(\*|https?:|https?:\/\/\*|data:|blob:|filesystem:|'unsafe-inline'|'unsafe-eval'|'unsafe-hashes')$/
const forbiddenAbilities = /^allow-(top-navigation.*|modals|downloads.*)$/

/**
 * What is wrong with a content policy; empty when nothing is. A document that is sandboxed without any ability can
 * neither run nor send anything, so it need not say who may frame it or where its links begin.
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
    // A worker made of the page's own bytes runs under the page's policy.
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
