import { inlineElements } from './slide-text.ts'

/** Elements in which words stand as they are written; a parser moves none of them for its words. */
const plainElements = new Set(
  'div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote br a b code del em i ins mark s small span strong sub sup u'.split(
    ' ',
  ),
)
/** A tag as our markup writes it. Values hold no `<`, `>` or double quote. */
const tagForm = /<\/?([a-z][a-z0-9]*)((?: [^\s"'<>=]+="[^"<>]*")*)>/y
/** Attributes whose values are words, too. */
const spoken = / (?:alt|aria-label|data-latex)="/
/** Characters that mean the same in markup as in a text: letters, digits, punctuation and spaces. */
const plainWords = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u
const special = /[&<>"]/

/**
 * Whether markup differs from other markup, which a serializer wrote, in words alone: characters without a meaning in
 * markup were replaced by such characters within one text, which is blank in neither. Then all that holds of the elements
 * and attributes of the one holds of the other. False where it would take a parser to tell.
 */
export function isPlainEdit(before: string, after: string): boolean {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const [cut, put] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  if (!isPlain(cut) || !isPlain(put) || (cut === '' && put === '')) return false
  const textStart = startOfText(after, start)
  if (textStart === null) return false
  const lastMark = after.lastIndexOf('&', start - 1)
  const isInEntity = lastMark >= textStart && !after.slice(lastMark, start).includes(';')
  return !isInEntity && hasWords(before, textStart) && hasWords(after, textStart)
}

function isPlain(words: string): boolean {
  return !special.test(words) && plainWords.test(words)
}

function commonStart(one: string, other: string): number {
  const longest = Math.min(one.length, other.length)
  let at = 0
  while (at < longest && one.charCodeAt(at) === other.charCodeAt(at)) at++
  // A character is replaced as a whole.
  return at > 0 && isFirstHalf(one.charCodeAt(at - 1)) ? at - 1 : at
}

/** Characters at the end, of those after the common start. */
function commonEnd(one: string, other: string, start: number): number {
  const longest = Math.min(one.length, other.length) - start
  let count = 0
  while (count < longest && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count))
    count++
  return count > 0 && isSecondHalf(one.charCodeAt(one.length - count)) ? count - 1 : count
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** Where the text with a position begins; null unless it is in an element, and all before it are plain. */
function startOfText(markup: string, position: number): number | null {
  let textStart: number | null = null
  for (let at = 0; ; ) {
    const next = markup.indexOf('<', at)
    if (next < 0 || next >= position) return textStart
    tagForm.lastIndex = next
    const tag = tagForm.exec(markup)
    if (!tag || !plainElements.has(tag[1]!)) return null
    at = tagForm.lastIndex
    if (at > position) return null
    textStart = at
  }
}

function hasWords(markup: string, textStart: number): boolean {
  const end = markup.indexOf('<', textStart)
  return /[^ \n]/.test(markup.slice(textStart, end < 0 ? markup.length : end))
}

/**
 * The words of markup that a serializer wrote, as textOf gives them. Null if there are other elements than texts have, or
 * words in attributes.
 */
export function plainWordsOf(markup: string): string | null {
  let words = ''
  for (let at = 0; ; ) {
    const next = markup.indexOf('<', at)
    words += markup.slice(at, next < 0 ? markup.length : next)
    if (next < 0) break
    tagForm.lastIndex = next
    const tag = tagForm.exec(markup)
    if (!tag || !plainElements.has(tag[1]!) || spoken.test(tag[2]!)) return null
    if (!inlineElements.has(tag[1]!)) words += ' '
    at = tagForm.lastIndex
  }
  const decoded = words.replace(/&(?:lt|gt|nbsp|amp);/g, (entity) => entities[entity]!)
  return decoded.includes('\r') ? null : decoded.replace(/\s+/g, ' ').trim()
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&amp;': '&' }
