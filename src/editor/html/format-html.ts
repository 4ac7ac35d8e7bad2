import {
  type HtmlElement,
  type HtmlNode,
  innerRangeOf,
  isBlank,
  isElement,
  isTag,
  isText,
  parseFragment,
  rangeOf,
} from '../../document/html.ts'

/** Elements that get lines of their own: white space around them is not rendered. */
const blockElements = new Set(
  'section div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption header footer table thead tbody tr td th'.split(
    ' ',
  ),
)

/**
 * Formats HTML: slides, blocks, paragraphs and lists each on a line, indented. The content of blocks and of `pre`,
 * inline text and unclosed elements are not changed: white space matters there.
 */
export function formatHtml(html: string): string {
  const fragment = parseFragment(html)
  const formatted = formatNodes(html, fragment.childNodes, 0)
  return formatted === null ? html : formatted.trim()
}

/** The nodes on lines of their own; null if there is text between them. */
function formatNodes(source: string, nodes: readonly HtmlNode[], depth: number): string | null {
  let result = ''
  for (const node of nodes) {
    if (isText(node)) {
      if (!isBlank(node.value)) return null
      continue
    }
    const location = node.sourceCodeLocation
    if (!location) return null
    const formatted = isElement(node)
      ? formatElement(source, node, depth)
      : source.slice(location.startOffset, location.endOffset)
    if (formatted === null) return null
    result += `\n${'  '.repeat(depth)}${formatted}`
  }
  return result
}

function formatElement(source: string, element: HtmlElement, depth: number): string | null {
  const range = rangeOf(element)
  const inner = innerRangeOf(element)
  if (!range || !blockElements.has(element.tagName)) return null
  const raw = source.slice(range.start, range.end)
  // Unclosed: the parser only guesses where it ends.
  if (!inner) return raw.trimEnd()
  if (isBlockWrapper(element)) return raw
  const content = element.childNodes.some(isElement) ? formatNodes(source, element.childNodes, depth + 1) : null
  if (content === null || content === '') return raw
  return `${source.slice(range.start, inner.start)}${content}\n${'  '.repeat(depth)}${source.slice(inner.end, range.end)}`
}

/** A wrapper that the editor wrote: its content must stay the same to the byte. */
function isBlockWrapper(element: HtmlElement): boolean {
  return isTag(element, 'div') && element.attrs.some(({ name }) => name === 'data-block-type')
}
