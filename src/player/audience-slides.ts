import { attribute, type HtmlElement, type HtmlNode, isElement, parseFragment, rangeOf } from '../document/html.ts'

/** A part of the source to leave out, or to put something in place of. */
interface Cut {
  readonly start: number
  readonly end: number
}

/** What an audience must not get, by a quick look at the text: most decks have none of it. */
const privateMarks = /data-notes|data-visibility|<aside/i

/**
 * The slides as an audience gets them: without notes in whatever form, and without slides that are hidden. The rest
 * keeps its bytes.
 */
export function slidesForAudience(html: string): string {
  if (!privateMarks.test(html)) return html
  const cuts: Cut[] = []
  const pending: HtmlNode[] = [...parseFragment(html).childNodes]
  while (pending.length > 0) {
    const node = pending.pop()!
    if (!isElement(node)) continue
    const range = rangeOf(node)
    if (range && isPrivate(node)) {
      cuts.push(range)
      continue
    }
    const notes = node.sourceCodeLocation?.attrs?.['data-notes']
    if (notes) cuts.push({ start: notes.startOffset, end: notes.endOffset })
    pending.push(...node.childNodes)
  }
  if (cuts.length === 0) return html
  // An attribute that stands in a tag twice is read once: what was taken out may have hidden another.
  return slidesForAudience(without(html, cuts))
}

function isPrivate(element: HtmlElement): boolean {
  if (element.tagName === 'section') return attribute(element, 'data-visibility') === 'hidden'
  return element.tagName === 'aside' && (attribute(element, 'class') ?? '').split(/\s+/).includes('notes')
}

function without(html: string, cuts: readonly Cut[]): string {
  const parts: string[] = []
  let from = 0
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    parts.push(html.slice(from, cut.start))
    from = cut.end
  }
  return parts.join('') + html.slice(from)
}
