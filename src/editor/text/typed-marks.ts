import { linkAddress } from './links.ts'
import { toggleList } from './lists.ts'
import { markAround } from './marks.ts'
import { type Caret, startOf } from './paragraphs.ts'
import { quote } from './quotes.ts'
import { fill, isText, leafOf, renamed, zeroWidth } from './text-dom.ts'
import { setLineSize } from './text-size.ts'

/** The text around a caret, in one text node. */
interface Typed {
  readonly root: HTMLElement
  readonly leaf: HTMLElement
  readonly node: Text
  /** The caret's offset in the node. */
  readonly offset: number
  /** The node's text before the caret, with plain spaces. */
  readonly before: string
}

/**
 * Whether a typed character can trigger formatting. Checked first, because reading the text around the caret takes
 * time.
 */
export function mayFormat(typed: string): boolean {
  return typed.length === 1 && ' \n)-."\'*_`~'.includes(typed)
}

/**
 * Applies the formatting triggered by a typed character. Markdown at the start of a line makes headings, lists and
 * quotations; around words it makes marks and links. Quotes and dashes become typographic. The character is already in
 * the text ('\n': before Enter is applied). Returns the caret, or null without a change. Code is not formatted.
 */
export function formatTyped(root: HTMLElement, caret: Caret, character: string): Caret | null {
  const leaf = leafOf(root, caret.node)
  if (!isText(caret.node) || !leaf || leaf.nodeName === 'PRE' || markAround(root, caret.node, 'code')) return null
  const { node, offset } = joinNeighbors(caret.node, caret.offset)
  const before = node.data.slice(0, offset).replaceAll('\u00a0', ' ')
  const typed: Typed = { root, leaf, node, offset, before }
  if (character === ' ') return atLineStart(typed) ?? autoLink(typed, 1) ?? dash(typed)
  if (character === '\n') return autoLink(typed, 0)
  if (character === ')') return writtenLink(typed)
  if (character === '-') return replaced(typed, /---$/, '—')
  if (character === '.') return replaced(typed, /\.\.\.$/, '…')
  if (character === '"' || character === "'") return printedQuote(typed, character)
  return aroundWords(typed, character)
}

/** Merges the preceding text nodes into this one, since browsers split text and patterns are matched in one node. */
function joinNeighbors(node: Text, offset: number): { node: Text; offset: number } {
  let at = offset
  for (let next = node.previousSibling; isText(next); next = node.previousSibling) {
    node.insertData(0, next.data)
    at += next.length
    next.remove()
  }
  return { node, offset: at }
}

function atLineStart({ root, leaf, node, offset, before }: Typed): Caret | null {
  if (leaf.nodeName !== 'P' || leaf.parentNode !== root) return null
  const line = root.ownerDocument.createRange()
  line.setStart(leaf, 0)
  line.setEnd(node, offset)
  if (line.toString().replaceAll('\u00a0', ' ').replaceAll(zeroWidth, '') !== before.replaceAll(zeroWidth, ''))
    return null
  const sign = before.replaceAll(zeroWidth, '').slice(0, -1)
  const number = /^(\d{1,3})[.)]$/.exec(sign)?.[1]
  if (!/^(#{1,3}|[-*+>])$/.test(sign) && number === undefined) return null
  line.deleteContents()
  if (sign.startsWith('#')) {
    const heading = renamed(leaf, `h${sign.length}`)
    setLineSize(heading, '')
    fill(heading)
    return startOf(heading)
  }
  if (sign === '>') {
    quote(leaf)
    fill(leaf)
    return startOf(leaf)
  }
  const [item] = toggleList([leaf], number === undefined ? 'ul' : 'ol')
  const list = item!.parentNode as HTMLElement
  if (number !== undefined && number !== '1' && list.children.length === 1)
    list.setAttribute('start', String(Number(number)))
  fill(item!)
  return startOf(item!)
}

const inline: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  { pattern: /(?<![*\p{L}\p{N}])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/u, name: 'strong' },
  { pattern: /(?<![_\p{L}\p{N}])__([^_\s](?:[^_]*[^_\s])?)__$/u, name: 'strong' },
  { pattern: /(?<![*\p{L}\p{N}])\*([^*\s](?:[^*]*[^*\s])?)\*$/u, name: 'em' },
  { pattern: /(?<![_\p{L}\p{N}])_([^_\s](?:[^_]*[^_\s])?)_$/u, name: 'em' },
  { pattern: /(?<!`)`([^`]+)`$/, name: 'code' },
  { pattern: /(?<!~)~~([^~\s](?:[^~]*[^~\s])?)~~$/, name: 's' },
]

function aroundWords(typed: Typed, character: string): Caret | null {
  if (!'*_`~'.includes(character)) return null
  for (const { pattern, name } of inline) {
    const match = pattern.exec(typed.before)
    if (match) return wrapped(typed, match.index, typed.offset, match[1]!, typed.root.ownerDocument.createElement(name))
  }
  return null
}

function writtenLink(typed: Typed): Caret | null {
  const match = /\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(typed.before)
  const address = match && linkAddress(match[2]!)
  if (!match || !address || markAround(typed.root, typed.node, 'a')) return null
  return wrapped(typed, match.index, typed.offset, match[1]!, linkTo(typed, address))
}

/** Makes a URL before the caret a link. `behind`: the number of characters between URL and caret. */
function autoLink(typed: Typed, behind: number): Caret | null {
  const text = typed.before.slice(0, typed.before.length - behind)
  const match = /(?:^|[\s(])((?:https?:\/\/|www\.)[^\s()<>"]+[^\s()<>".,;:!?'])$/i.exec(text)
  const address = match && linkAddress(match[1]!)
  if (!match || !address || markAround(typed.root, typed.node, 'a')) return null
  const start = text.length - match[1]!.length
  const caret = wrapped(typed, start, text.length, match[1]!, linkTo(typed, address))
  return { node: caret.node, offset: caret.offset + behind }
}

function linkTo({ root }: Typed, address: string): HTMLElement {
  const link = root.ownerDocument.createElement('a')
  link.setAttribute('href', address)
  return link
}

/** Replaces typed Markdown by an element with its words. Returns a caret after the element, outside the mark. */
function wrapped({ root, node }: Typed, from: number, to: number, words: string, mark: HTMLElement): Caret {
  const rest = root.ownerDocument.createTextNode(zeroWidth + node.data.slice(to))
  mark.append(words)
  node.data = node.data.slice(0, from)
  node.after(mark, rest)
  if (node.length === 0) node.remove()
  return { node: rest, offset: 1 }
}

function replaced({ node, offset, before }: Typed, pattern: RegExp, by: string): Caret | null {
  const match = pattern.exec(before)
  if (!match) return null
  node.replaceData(match.index, offset - match.index, by)
  return { node, offset: match.index + by.length }
}

/** Keeps the space that the browser wrote: at the end of a line a plain space would be collapsed. */
function dash(typed: Typed): Caret | null {
  return replaced(typed, / -- $/, ` –${typed.node.data.charAt(typed.offset - 1)}`)
}

/** Replaces a quote by an opening one at the start of a word, else by a closing one. */
function printedQuote({ node, offset, before }: Typed, character: string): Caret {
  const opens = /(?:^|[\s([{\u2014\u2013\u201c\u2018\u200b])$/.test(before.slice(0, -1))
  const printed = character === '"' ? (opens ? '“' : '”') : opens ? '‘' : '’'
  node.replaceData(offset - 1, 1, printed)
  return { node, offset }
}
