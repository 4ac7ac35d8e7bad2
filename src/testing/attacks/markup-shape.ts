import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Attributes whose values a browser runs or loads. */
const active = /^(?:on.*|href|xlink:href|src|srcset|srcdoc|action|formaction|data|style|http-equiv|content)$/
const program = /^(?:on.*|srcdoc|style)$/

/**
 * The structure of a page without its text: elements, attribute names, scripts and styles. Pages that differ in text
 * only have equal structures; text that became markup changes it.
 */
export function shapeOf(html: string): string[] {
  const shape: string[] = []
  const add = (node: Node): void => {
    if (!('attrs' in node)) {
      if (node.nodeName === '#comment') shape.push('comment')
      return
    }
    const attributes = node.attrs.map(attributeShape).sort()
    shape.push([node.nodeName, ...attributes].join(' '))
    if (/^(?:script|style)$/.test(node.nodeName)) shape.push(programShape(node))
    else for (const child of 'content' in node ? node.content.childNodes : node.childNodes) add(child)
    shape.push(`/${node.nodeName}`)
  }
  for (const node of parse(html).childNodes) add(node)
  return shape
}

function attributeShape({ name, value }: { name: string; value: string }): string {
  if (program.test(name)) return `${name}=${value}`
  const scheme = active.test(name) ? /^[\s\0-\x20]*([a-z]+)[\s\0-\x20]*:/i.exec(value)?.[1]?.toLowerCase() : undefined
  return scheme === undefined || /^https?$/.test(scheme) ? name : `${name} of ${scheme}`
}

/** The text of a script or style; for data only whether it parses. */
function programShape(node: DefaultTreeAdapterTypes.Element): string {
  const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  const type = node.attrs.find(({ name }) => name === 'type')?.value ?? ''
  if (!/json/.test(type)) return text
  try {
    JSON.parse(text)
    return 'data'
  } catch {
    return 'broken data'
  }
}
