import { escapeHtml } from '../../rules/escape-html.ts'
import { product } from '../../rules/product.ts'
import { exampleOf } from './example-of.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: unknown
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  /** Alternatives; an empty object stands for public routes. */
  readonly security: readonly Readonly<Record<string, unknown>>[]
}

/** Bodies by media type. */
type Content = Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>

function schemaText(content: Content | undefined): string {
  const schema = content && Object.values(content)[0]?.schema
  return schema ? `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>` : ''
}

/** The path of a call with example values for its parameters. */
function examplePath(path: string, parameters: readonly Parameter[]): string {
  const value = ({ name, schema }: Parameter) =>
    encodeURIComponent(String(exampleOf(schema as Readonly<Record<string, unknown>>, { name })))
  const at = parameters.filter((one) => one.in === 'path')
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const filled = at.reduce((address, one) => address.replace(`{${one.name}}`, value(one)), path)
  return query.length === 0 ? filled : `${filled}?${query.map((one) => `${one.name}=${value(one)}`).join('&')}`
}

/** The header lines that authenticate an example: an API token where one is accepted, else a session. */
function credentialLines(security: Operation['security'], changes: boolean): string[] {
  const isPublic = security.some((way) => Object.keys(way).length === 0)
  if (security.some((way) => 'apiToken' in way)) return isPublic && !changes ? [] : ['Authorization: Bearer lectern_…']
  return [...(isPublic ? [] : ['Cookie: session=…']), ...(changes ? ['X-CSRF-Token: …'] : [])]
}

/** An example request with its answer. */
function exampleHtml(path: string, method: string, operation: Operation, host: string): string {
  const changes = method !== 'get'
  const body = Object.entries(operation.requestBody?.content ?? {})[0]
  const [status, answer] = Object.entries(operation.responses).find(([code]) => Number(code) < 300) ?? [
    '200',
    undefined,
  ]
  const given = Object.values(answer?.content ?? {})[0]?.example
  const request = [
    `${method.toUpperCase()} ${examplePath(path, operation.parameters)} HTTP/1.1`,
    `Host: ${host}`,
    ...credentialLines(operation.security, changes),
    ...(body ? [`Content-Type: ${body[0]}`] : []),
    ...(body?.[1].example === undefined ? [] : ['', JSON.stringify(body[1].example, null, 2)]),
  ]
  const response = [`HTTP/1.1 ${status}`, ...(given === undefined ? [] : ['', JSON.stringify(given, null, 2)])]
  const show = (lines: readonly string[]) => `<pre>${escapeHtml(lines.join('\n'))}</pre>`
  return `<h3>Example</h3>${show(request)}${show(response)}`
}

function operationHtml(path: string, method: string, operation: Operation, host: string): string {
  const parameters = operation.parameters.map(
    (one) =>
      `<li><code>${escapeHtml(one.name)}</code> in ${one.in}${one.required ? '' : ', optional'}: <code>${escapeHtml(JSON.stringify(one.schema))}</code></li>`,
  )
  const body = operation.requestBody
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      `<li><b>${status}</b> ${escapeHtml(answer.description)}${Number(status) < 300 ? schemaText(answer.content) : ''}</li>`,
  )
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="about">${escapeHtml(operation.summary)}</span></summary>
<div><p>${escapeHtml(operation.description)}</p>
${exampleHtml(path, method, operation, host)}
${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h3>Body (${escapeHtml(Object.keys(body.content).join(' or '))})</h3>${schemaText(body.content)}` : ''}
<h3>Answers</h3><ul>${answers.join('')}</ul></div></details>`
}

/** Renders an OpenAPI document as plain HTML that works without scripts. `baseUrl`: of the instance. */
export function docsPage(document: Readonly<Record<string, unknown>>, baseUrl: string): string {
  const { host } = new URL(baseUrl)
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const groups = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths)) {
    const name = path.replace(/^\/api\/v1/, '').split(/[/.]/)[1] ?? ''
    const group = groups.get(name) ?? []
    for (const [method, operation] of Object.entries(operations))
      group.push(operationHtml(path, method, operation, host))
    groups.set(name, group)
  }
  const sections = [...groups].map(
    ([name, list]) => `<h2>${escapeHtml(name.replaceAll('_', ' '))}</h2>${list.join('')}`,
  )
  return `<h1>${product.name} API</h1>
<p>Bodies are JSON or forms; every address works with and without <code>.json</code>. Errors are <code>{"error": "…", "errors": {"field": ["…"]}}</code>; a wrong
method is 405, with those that are allowed in the header <code>Allow</code>.</p>
<h2>API tokens</h2>
<p>Programs call with an API token of your own. Create it in the section
<a href="/users/edit#api-tokens">API tokens</a> of your settings: it has a name, may read or read and write, and
expires. It is shown once.</p>
<pre>${escapeHtml(`curl ${baseUrl}/api/v1/users/me.json \\
  -H 'Authorization: Bearer lectern_…'

curl -X POST ${baseUrl}/api/v1/decks.json \\
  -H 'Authorization: Bearer lectern_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"deck": {"title": "Bees"}}'`)}</pre>
<p>A call with a token needs no cookie and no CSRF token. An unknown or expired token is 401, on public addresses too; a
token that may only read gets 403 for every call that changes something. Passwords, e-mail, sign-in, sessions, tokens,
payments, sign-on, deletion of the account and the operator's calls take no token. A team's things follow your
membership, and on a team's host a token works for its members only. Calls count against the limits of their user.
Tokens are for this API: pages and live connections ignore them. The audit log has when and from where a token is used,
and what was done with it.</p>
<h2>Sessions</h2>
<p>Calls of a signed-in browser that change something carry the token of the page's <code>csrf-token</code> meta tag in
the header <code>X-CSRF-Token</code>. A call with a session cookie is the session's, whatever token it carries.</p>
<h2>For programs</h2>
<p><a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('')}`
}
