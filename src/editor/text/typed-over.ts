import { isLink } from './links.ts'
import { type Caret, deleteRange } from './paragraphs.ts'
import { isBlock, isElement, isEmptyLeaf, leafOf, textNodesOf, unwrap, zeroWidth } from './text-dom.ts'

/** Marks that browsers continue as elements. Of all others they copy the computed style, in px and with background. */
const plainMarks = new Set(['STRONG', 'EM', 'U', 'S', 'BR'])

/** The position of a character. */
interface Place {
  readonly node: Text
  readonly offset: number
}

/** Whether a range contains marks whose computed style a browser would copy to text typed over it. */
export function isMarked(root: HTMLElement, range: Range): boolean {
  const holds = (node: Node): boolean => isElement(node) && !plainMarks.has(node.nodeName) && !isBlock(node)
  const leaf = leafOf(root, range.commonAncestorContainer) ?? root
  for (let at: Node | null = range.commonAncestorContainer; at && at !== leaf; at = at.parentNode)
    if (holds(at)) return true
  return [...range.cloneContents().querySelectorAll('*')].some(holds)
}

/** Whether a range contains all text of a mark whose computed style a browser would copy to text typed next. */
export function emptiesMark(root: HTMLElement, range: Range): boolean {
  const leaf = leafOf(root, range.startContainer)
  if (!leaf || leaf !== leafOf(root, range.endContainer)) return false
  return [...leaf.querySelectorAll('*')].some((mark) => {
    if (isBlock(mark) || plainMarks.has(mark.nodeName)) return false
    const words = textNodesOf(mark).filter((node) => node.data.replaceAll(zeroWidth, '') !== '')
    return words.length > 0 && words.every((node) => isWithin(node, range))
  })
}

/**
 * Extends a range to delete that has only invisible characters by the visible one before it (`forward`: after it).
 * Otherwise the key would seem to do nothing. Returns the same range if it is visible or has no such neighbor in its
 * paragraph.
 */
export function withSeen(root: HTMLElement, range: Range, forward: boolean): Range {
  const leaf = leafOf(root, range.startContainer)
  if (!leaf || range.toString().replaceAll(zeroWidth, '') !== '' || range.toString() === '') return range
  const wider = range.cloneRange()
  const beyond = leaf.ownerDocument.createRange()
  beyond.selectNodeContents(leaf)
  if (forward) beyond.setStart(range.endContainer, range.endOffset)
  else beyond.setEnd(range.startContainer, range.startOffset)
  const nodes = textNodesOf(leaf).filter((node) => beyond.intersectsNode(node))
  for (const node of forward ? nodes : nodes.toReversed()) {
    const from = node === beyond.startContainer ? beyond.startOffset : 0
    const to = node === beyond.endContainer ? beyond.endOffset : node.length
    const characters = [...node.data.slice(from, to)]
    if (characters.length === 0) continue
    if (forward) wider.setEnd(node, from + characters[0]!.length)
    else wider.setStart(node, to - characters.at(-1)!.length)
    return wider
  }
  return range
}

function isWithin(node: Text, range: Range): boolean {
  return range.comparePoint(node, 0) === 0 && range.comparePoint(node, node.length) === 0
}

/**
 * Replaces a range by typed text, formatted like the range's first character. It is a link only if nothing outside that
 * link was replaced. Null if the range has no characters.
 */
export function typeOver(root: HTMLElement, range: Range, words: string): Caret | null {
  const first = firstOf(root, range)
  if (!first) return null
  const link = linkAround(root, first.node)
  const rest = range.cloneRange()
  if (link) rest.setStartAfter(link)
  const leavesLink = link !== null && rest.toString() !== ''
  // A plain space at the end of a line would be collapsed.
  first.node.insertData(first.offset, words === ' ' ? '\u00a0' : words)
  const caret = { node: first.node, offset: first.offset + words.length }
  range.setStart(caret.node, caret.offset)
  deleteRange(root, range)
  if (leavesLink) return outOfLink(link, first, caret)
  // Browsers insert text typed at the end of a link after the link.
  if (link?.textContent?.endsWith(first.node.data) && caret.offset === first.node.length)
    first.node.appendData(zeroWidth)
  return caret
}

/** Moves the text from a position to the end of a link out of the link. */
function outOfLink(link: HTMLElement, first: Place, caret: Caret): Caret {
  if (first.offset === 0 && link.textContent === first.node.data) {
    unwrap(link)
    return caret
  }
  const words = first.node.splitText(first.offset)
  link.after(words)
  return { node: words, offset: words.length }
}

/**
 * Deletes a range within one paragraph, and marks left empty. If the paragraph is empty afterward they are kept, so that
 * text typed next has the same format.
 */
export function deleteMarked(root: HTMLElement, range: Range): Caret {
  const first = firstOf(root, range)
  if (!first) return deleteRange(root, range)
  range.setStart(first.node, first.offset)
  deleteRange(root, range)
  const leaf = leafOf(root, first.node)
  if (!leaf) return { node: first.node, offset: first.offset }
  const caret = isEmptyLeaf(leaf) ? emptyLine(leaf, first.node) : withoutEmptied(leaf, first)
  keepSpaces(leaf, caret)
  return caret
}

/** Replaces the last text of a paragraph by a <br> within its marks. Returns the caret before it. */
function emptyLine(leaf: HTMLElement, node: Text): Caret {
  const link = linkAround(leaf, node)
  if (link) unwrap(link)
  const parent = node.parentNode!
  for (const filler of leaf.querySelectorAll('br')) filler.remove()
  node.replaceWith(leaf.ownerDocument.createElement('br'))
  return { node: parent, offset: 0 }
}

/** Removes an emptied text node and the elements that it leaves empty. Returns the caret in their place. */
function withoutEmptied(leaf: HTMLElement, { node, offset }: Place): Caret {
  if (node.length > 0) return { node, offset }
  let emptied: ChildNode = node
  while (emptied.parentNode !== leaf && emptied.parentNode!.childNodes.length === 1)
    emptied = emptied.parentNode as HTMLElement
  const parent = emptied.parentNode!
  const index = [...parent.childNodes].indexOf(emptied)
  emptied.remove()
  return { node: parent, offset: index }
}

/** Makes spaces that would collapse after a deletion non-breaking: at the ends of a line and next to another space. */
function keepSpaces(leaf: HTMLElement, caret: Caret): void {
  if (leaf.nodeName === 'PRE') return
  const place = leaf.ownerDocument.createRange()
  place.setStart(caret.node, caret.offset)
  const cut = (node: Text): number =>
    node === caret.node ? caret.offset : place.comparePoint(node, 0) < 0 ? node.length : 0
  const nodes = textNodesOf(leaf)
  const before = nodes.findLast((node) => cut(node) > 0)
  const after = nodes.find((node) => cut(node) < node.length)
  const opens = after?.data[cut(after)] === ' '
  if (before?.data[cut(before) - 1] === ' ' && (!after || opens)) before.replaceData(cut(before) - 1, 1, '\u00a0')
  else if (!before && after && opens) after.replaceData(cut(after), 1, '\u00a0')
}

function linkAround(root: HTMLElement, node: Node): HTMLElement | null {
  for (let at = node.parentNode; at && at !== root; at = at.parentNode) if (isLink(at)) return at
  return null
}

/** The first character of a range. */
function firstOf(root: HTMLElement, range: Range): Place | null {
  for (const node of textNodesOf(root)) {
    const from = node === range.startContainer ? range.startOffset : 0
    const to = node === range.endContainer ? range.endOffset : node.length
    if (from < to && range.comparePoint(node, from) === 0 && range.comparePoint(node, to) === 0)
      return { node, offset: from }
  }
  return null
}
