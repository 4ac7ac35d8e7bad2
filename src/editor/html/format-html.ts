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

/** Elements that stand on lines of their own, so that white space around them means nothing. */
const lines = new Set(
  'section div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption header footer table thead tbody tr td th'.split(
    ' ',
  ),
)

/**
 * Lays HTML out: slides, blocks, paragraphs and lists each on a line, indented. What stands inside a block, inside a
 * `pre` or among words stays as it is, for white space means something there. Markup that is not closed stays as well.
 */
export function formatHtml(html: string): string {
  const fragment = parseFragment(html)
  const laid = layOut(html, fragment.childNodes, 0)
  return laid === null ? html : laid.trim()
}

/** The nodes on lines of their own; null when they can't be taken apart. */
function layOut(source: string, nodes: readonly HtmlNode[], depth: number): string | null {
  let result = ''
  for (const node of nodes) {
    if (isText(node)) {
      if (!isBlank(node.value)) return null
      continue
    }
    const location = node.sourceCodeLocation
    if (!location) return null
    const own = isElement(node)
      ? layOutElement(source, node, depth)
      : source.slice(location.startOffset, location.endOffset)
    if (own === null) return null
    result += `\n${'  '.repeat(depth)}${own}`
  }
  return result
}

function layOutElement(source: string, element: HtmlElement, depth: number): string | null {
  const range = rangeOf(element)
  const inner = innerRangeOf(element)
  if (!range || !lines.has(element.tagName)) return null
  const raw = source.slice(range.start, range.end)
  // Left open: where it ends is the parser's guess.
  if (!inner) return raw.trimEnd()
  if (isBlockWrapper(element)) return raw
  const content = element.childNodes.some(isElement) ? layOut(source, element.childNodes, depth + 1) : null
  if (content === null || content === '') return raw
  return `${source.slice(range.start, inner.start)}${content}\n${'  '.repeat(depth)}${source.slice(inner.end, range.end)}`
}

/** What the editor put on the slide: its inside is written, and read again, to the letter. */
function isBlockWrapper(element: HtmlElement): boolean {
  return isTag(element, 'div') && element.attrs.some(({ name }) => name === 'data-block-type')
}
