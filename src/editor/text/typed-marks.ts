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
  /** Where the caret is in the node. */
  readonly offset: number
  /** What stands before it in the node, with plain spaces. */
  readonly before: string
}

/** Whether typing this may bring anything about: to look around the caret takes time, and letters never do. */
export function mayFormat(typed: string): boolean {
  return typed.length === 1 && ' \n)-."\'*_`~'.includes(typed)
}

/**
 * What typing a character brings about by itself: signs at the start of a line make headings, lists and quotations, signs around
 * words make marks and links, quotes and dashes get their printed form. The character stands in the text already
 * ('\n': Enter is about to be pressed). Answers the caret, or null when there is nothing to do. Code is left alone.
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

/** Browsers cut text into several nodes as they like; words are looked for in one. The node stays the same object. */
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

/** A web address before the caret (and `behind` characters before it) becomes a link. */
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

/** Puts words into an element in the place of what was typed; the caret goes behind it, where the mark does not hold. */
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

/** The space behind the dash is the one the browser wrote: at the end of a line a plain one would not be seen, nor kept. */
function dash(typed: Typed): Caret | null {
  return replaced(typed, / -- $/, ` –${typed.node.data.charAt(typed.offset - 1)}`)
}

/** Opening quotes stand at the beginning of words. */
function printedQuote({ node, offset, before }: Typed, character: string): Caret {
  const opens = /(?:^|[\s([{\u2014\u2013\u201c\u2018\u200b])$/.test(before.slice(0, -1))
  const printed = character === '"' ? (opens ? '“' : '”') : opens ? '‘' : '’'
  node.replaceData(offset - 1, 1, printed)
  return { node, offset }
}
