import { product } from '../../rules/product.ts'
import { escaped } from '../../server/http/plain-page.ts'

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
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: unknown }>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
    >
  >
}

function schemaText(content: Readonly<Record<string, { readonly schema?: unknown }>> | undefined): string {
  const schema = content && Object.values(content)[0]?.schema
  return schema ? `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>` : ''
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (one) =>
      `<li><code>${escaped(one.name)}</code> in ${one.in}${one.required ? '' : ', optional'}: <code>${escaped(JSON.stringify(one.schema))}</code></li>`,
  )
  const body = operation.requestBody
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      `<li><b>${status}</b> ${escaped(answer.description)}${Number(status) < 300 ? schemaText(answer.content) : ''}</li>`,
  )
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code> <span class="about">${escaped(operation.summary)}</span></summary>
<div><p>${escaped(operation.description)}</p>
${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h3>Body (${escaped(Object.keys(body.content).join(' or '))})</h3>${schemaText(body.content)}` : ''}
<h3>Answers</h3><ul>${answers.join('')}</ul></div></details>`
}

/** The readable page of an OpenAPI document: plain HTML that works without scripts. */
export function docsPage(document: Readonly<Record<string, unknown>>): string {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const groups = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths)) {
    const name = path.replace(/^\/api\/v1/, '').split(/[/.]/)[1] ?? ''
    const known = groups.get(name) ?? []
    for (const [method, operation] of Object.entries(operations)) known.push(operationHtml(path, method, operation))
    groups.set(name, known)
  }
  const sections = [...groups].map(([name, list]) => `<h2>${escaped(name.replaceAll('_', ' '))}</h2>${list.join('')}`)
  return `<h1>${product.name} API</h1>
<p>Bodies are JSON or forms; every address works with and without <code>.json</code>. Calls that change something come
from a signed-in session and carry the token of the page's <code>csrf-token</code> meta tag in the header
<code>X-CSRF-Token</code>. Errors are <code>{"error": "…", "errors": {"field": ["…"]}}</code>; a wrong
method is 405, with those that are allowed in the header <code>Allow</code>.</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('')}`
}
