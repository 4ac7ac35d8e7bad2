import { innerHtml, isElement, isTag, parseFragment } from '../../document/html.ts'

const paragraphs = /^\s*<(p|h[1-6]|ul|ol|blockquote|pre|div)\b/i

/** A cell's text as paragraphs, the form used while typing. Cells contain plain lines where possible. */
export function asParagraphs(html: string): string {
  return html === '' || paragraphs.test(html) ? html : `<p>${html}</p>`
}

/** Typed paragraphs as a cell's text: a single one is unwrapped. */
export function asCellText(html: string): string {
  const nodes = parseFragment(html).childNodes
  const [only] = nodes
  if (nodes.length !== 1 || !only || !isElement(only) || !isTag(only, 'p') || only.attrs.length > 0) return html
  const text = innerHtml(only)
  return text === '<br>' ? '' : text
}
