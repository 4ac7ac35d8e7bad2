import {
  attribute,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  isElement,
  isText,
  parseFragment,
} from './html.ts'

/** Inline elements; all others end a word. */
export const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code del em font i ins kbd mark q s samp small span strong sub sup u var tspan'.split(' '),
)
/** Elements whose content is invisible. */
const invisible = new Set(['script', 'style', 'template', 'noscript', 'aside'])

/** Whether this is a drawing that repeats what stands beside it, as a chart's does its table. */
function isDrawingOfText(element: HtmlElement): boolean {
  return element.tagName === 'svg' && attribute(element, 'aria-hidden') === 'true'
}

/**
 * The visible words of a slide, for search: text, alternative texts, formulas and code; white space is collapsed.
 * Excludes notes: they may be private. `slide`: its HTML, or what it was parsed to; also of a part of it.
 */
export function textOf(slide: string | HtmlFragment | HtmlElement): string {
  const words: string[] = []
  const pending: (HtmlNode | HtmlFragment | string)[] = [typeof slide === 'string' ? parseFragment(slide) : slide]
  while (pending.length > 0) {
    const node = pending.pop()!
    if (typeof node === 'string') words.push(node)
    else if ('childNodes' in node) pushElement(node, pending)
    else if (isText(node)) words.push(node.value)
  }
  return words.join('').replace(/\s+/g, ' ').trim()
}

function pushElement(element: HtmlElement | HtmlFragment, pending: (HtmlNode | HtmlFragment | string)[]): void {
  const named = isElement(element as HtmlNode) ? (element as HtmlElement) : null
  if (named && (invisible.has(named.tagName) || isDrawingOfText(named))) return
  const space = named && inlineElements.has(named.tagName) ? '' : ' '
  pending.push(space)
  // A formula's text contains its TeX again, between delimiters that are not useful for search.
  const formula = named && attribute(named, 'data-latex')
  if (formula) pending.push(formula)
  else for (let i = element.childNodes.length - 1; i >= 0; i--) pending.push(element.childNodes[i]!)
  const label = named && (attribute(named, 'alt') ?? attribute(named, 'aria-label'))
  if (label) pending.push(` ${label} `)
  pending.push(space)
}
