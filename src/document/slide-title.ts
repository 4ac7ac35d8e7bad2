import { parseDeclarations } from './css-declarations.ts'
import { parsePx } from './css-number.ts'
import { attribute, type HtmlElement, type HtmlFragment, isElement, isText, parseFragment } from './html.ts'
import { textOf } from './slide-text.ts'

/** Maximum length of a title, in characters. */
const maxLength = 90
/** Default font size on a slide, in px. */
const usualSize = 36
/** The theme's font sizes, relative to the surrounding size (theme.css). */
const sizes: Readonly<Record<string, number>> = {
  ...{ h1: 2.2, h2: 1.6, h3: 1.25, h4: 1, h5: 0.85, h6: 0.7 },
  ...{ pre: 0.55, small: 0.65, sub: 0.6, sup: 0.6, figcaption: 0.6 },
}
/** Elements that form a line or paragraph if they contain text. */
const paragraphs = new Set('h1 h2 h3 h4 h5 h6 p li td th dt dd pre blockquote figcaption div section'.split(' '))
/** Elements whose text is not visible. */
const invisible = new Set('script style template noscript aside svg iframe'.split(' '))

/** A possible title. `top` and `left` are those of its block, in slide px. */
interface Candidate {
  readonly element: HtmlElement
  /** 1 to 6 for a heading, 7 for other text. */
  readonly level: number
  readonly size: number
  readonly top: number
  readonly left: number
}

/** Values inherited from ancestors. */
type Inherited = Pick<Candidate, 'size' | 'top' | 'left'>

/**
 * The title of a slide or block: its highest heading, else its largest text; among equals the topmost. Without text,
 * the alternative text or formula. At most 90 characters; '' if there are no words.
 */
export function titleOf(html: string): string {
  const found: Candidate[] = []
  collect(parseFragment(html), { size: usualSize, top: 0, left: 0 }, found)
  found.sort((a, b) => a.level - b.level || (a.level < 7 ? 0 : b.size - a.size) || a.top - b.top || a.left - b.left)
  for (const { element } of found) {
    const words = wordsOf(element)
    if (words !== '') return shortened(words)
  }
  return shortened(textOf(html))
}

function collect(parent: HtmlElement | HtmlFragment, around: Inherited, found: Candidate[]): void {
  // Iterative: foreign markup may be nested deeply.
  const pending: { node: HtmlElement | HtmlFragment; around: Inherited }[] = [{ node: parent, around }]
  while (pending.length > 0) {
    const { node, around: outer } = pending.pop()!
    const named = 'tagName' in node ? node : null
    // A formula's text is TeX.
    if (named && (invisible.has(named.tagName) || attribute(named, 'data-latex') !== null)) continue
    const here = named ? inherit(named, outer) : outer
    const size = named && paragraphs.has(named.tagName) ? largestSize(named, here) : null
    if (named && size !== null) {
      const level = /^h[1-6]$/.test(named.tagName) ? Number(named.tagName[1]) : 7
      found.push({ ...here, element: named, level, size })
      continue
    }
    for (const child of node.childNodes.toReversed()) if (isElement(child)) pending.push({ node: child, around: here })
  }
}

/** Whether an element is inline markup. */
function isInline({ tagName }: HtmlElement): boolean {
  return (
    !paragraphs.has(tagName) && !invisible.has(tagName) && !/^(ul|ol|dl|table|tbody|thead|tr|figure)$/.test(tagName)
  )
}

/** Largest font size of an element's own words, inline markup included; null if it has none. */
function largestSize(element: HtmlElement, around: Inherited): number | null {
  let largest: number | null = null
  const pending = [{ node: element, around }]
  while (pending.length > 0) {
    const { node, around: here } = pending.pop()!
    for (const child of node.childNodes) {
      if (isText(child) && /\S/.test(child.value)) largest = Math.max(largest ?? 0, here.size)
      else if (isElement(child) && isInline(child)) pending.push({ node: child, around: inherit(child, here) })
    }
  }
  return largest
}

/** The inherited values after applying the element's own. */
function inherit(element: HtmlElement, around: Inherited): Inherited {
  const { tagName } = element
  const style = new Map(parseDeclarations(attribute(element, 'style') ?? '') ?? [])
  const isBlock = (attribute(element, 'class') ?? '').split(/\s+/).includes('block')
  const size = sizeOf(style.get('font-size'), around.size) ?? around.size * (sizes[tagName] ?? 1)
  if (!isBlock) return { ...around, size }
  return { size, top: parsePx(style.get('top')) ?? around.top, left: parsePx(style.get('left')) ?? around.left }
}

/** A font size in px; null for units other than px, em, rem and percent. */
function sizeOf(value: string | undefined, around: number): number | null {
  const match = /^(\d{1,4}(?:\.\d{1,6})?)(px|em|rem|%)$/.exec(value ?? '')
  if (!match) return null
  const number = Number(match[1])
  if (match[2] === 'px') return number
  if (match[2] === 'rem') return number * 16
  return (match[2] === '%' ? number / 100 : number) * around
}

/** A paragraph's words, without those of nested lists. */
function wordsOf(element: HtmlElement): string {
  const words: string[] = []
  const pending = element.childNodes.toReversed()
  while (pending.length > 0) {
    const node = pending.pop()!
    if (isText(node)) words.push(node.value)
    else if (isElement(node)) {
      if (node.tagName === 'br') words.push(' ')
      else if (isInline(node)) pending.push(...node.childNodes.toReversed())
    }
  }
  return words.join('').replace(/\s+/g, ' ').trim()
}

function shortened(words: string): string {
  if (words.length <= maxLength) return words
  const cut = words.slice(0, maxLength)
  return `${cut.replace(/\s+\S*$/, '').toWellFormed()} …`
}
