import { attribute, type HtmlElement, type HtmlNode, isElement, isTag, parseFragment, rangeOf } from '../html.ts'

/** A range of the source to omit or replace. */
interface Cut {
  readonly start: number
  readonly end: number
}

/** Quick text test for private markup: most decks have none and need no parsing. */
const privateMarkup = /data-notes|data-visibility|<aside/i

/**
 * Removes speaker notes in every form, hidden slides, and stacks of nothing else. All other bytes stay unchanged.
 * `hidden` true: keeps hidden slides, for users who may read them.
 */
export function slidesForAudience(html: string, { hidden = false }: { hidden?: boolean } = {}): string {
  if (!privateMarkup.test(html)) return html
  const cuts: Cut[] = []
  const pending: HtmlNode[] = [...parseFragment(html).childNodes]
  while (pending.length > 0) {
    const node = pending.pop()!
    if (!isElement(node)) continue
    const range = rangeOf(node)
    if (range && isPrivate(node, hidden)) {
      cuts.push(range)
      continue
    }
    const notes = node.sourceCodeLocation?.attrs?.['data-notes']
    if (notes) cuts.push({ start: notes.startOffset, end: notes.endOffset })
    pending.push(...node.childNodes)
  }
  if (cuts.length === 0) return html
  // Of a duplicated attribute only the first is parsed. Removing it may expose the second, so check again.
  return slidesForAudience(without(html, cuts), { hidden })
}

function isPrivate(element: HtmlElement, keepsHidden: boolean): boolean {
  if (element.tagName === 'section') {
    if (keepsHidden) return false
    const slides = element.childNodes.filter((node) => isTag(node, 'section'))
    return isHidden(element) || (slides.length > 0 && slides.every(isHidden))
  }
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

function isHidden(section: HtmlElement): boolean {
  return attribute(section, 'data-visibility') === 'hidden'
}

/** Whether the HTML of a slide is not for audiences. */
export function isHiddenSection(html: string): boolean {
  return slidesForAudience(html).trim() === ''
}
