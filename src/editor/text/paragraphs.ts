import { isLink } from './links.ts'
import { outdentItem, unlist } from './lists.ts'
import { captionClass, isQuoted, setCaption, unquote } from './quotes.ts'
import { fill, isElement, isEmptyLeaf, isList, isText, leafOf, leavesOf, textNodesOf } from './text-dom.ts'
import { setLineSize } from './text-size.ts'

/** A place for the caret. */
export interface Caret {
  readonly node: Node
  readonly offset: number
}

/**
 * What Enter does at a caret: a new paragraph or item after this one, with what stood behind the caret. An empty item
 * leaves its list instead, an empty line its quotation, and the end of a heading or caption goes on as a paragraph.
 */
export function splitParagraph(root: HTMLElement, caret: Caret): Caret {
  const leaf = leafOf(root, caret.node)
  if (!leaf) return caret
  if (leaf.nodeName === 'LI' && isEmptyLeaf(leaf)) {
    const left = outdentItem(leaf) ? leaf : unlist(leaf)
    return { node: left, offset: 0 }
  }
  if (isQuoted(leaf) && isEmptyLeaf(leaf)) return startOf(unquote(leaf))
  const range = root.ownerDocument.createRange()
  range.setStart(caret.node, caret.offset)
  range.setEnd(leaf, leaf.childNodes.length)
  const rest = range.extractContents()
  const atEnd = (rest.textContent ?? '') === ''
  const heading = /^H[1-6]$/.test(leaf.nodeName)
  const next = root.ownerDocument.createElement(heading && atEnd ? 'p' : leaf.nodeName.toLowerCase())
  if (!atEnd) setCaption(next, leaf.classList.contains(captionClass))
  const align = leaf.style.textAlign
  if (align) next.style.textAlign = align
  if (next.nodeName === leaf.nodeName) setLineSize(next, leaf.style.fontSize)
  next.append(...rest.childNodes)
  // A link is not gone on with in the next line, as a mark is.
  for (const link of next.querySelectorAll('a')) if (isLink(link) && link.textContent === '') link.remove()
  leaf.after(next)
  // Cutting leaves empty text nodes at the cut, in which browsers do not keep a caret.
  leaf.normalize()
  next.normalize()
  fill(leaf)
  fill(next)
  return startOf(next)
}

/**
 * What Backspace does at the very start of a leaf: an item leaves its level or list, a first line its quotation, else
 * the leaf joins the one before it. Null when there is nothing before it.
 */
export function joinBackward(root: HTMLElement, leaf: HTMLElement): Caret | null {
  if (leaf.nodeName === 'LI') {
    if (outdentItem(leaf)) return startOf(leaf)
    return startOf(unlist(leaf))
  }
  if (isQuoted(leaf) && leaf.previousElementSibling === null) return startOf(unquote(leaf))
  const leaves = leavesOf(root)
  const before = leaves[leaves.indexOf(leaf) - 1]
  return before ? joined(root, before, leaf) : null
}

/** What Delete does at the very end of a leaf: the next leaf joins it. Null when there is none. */
export function joinForward(root: HTMLElement, leaf: HTMLElement): Caret | null {
  const leaves = leavesOf(root)
  const next = leaves[leaves.indexOf(leaf) + 1]
  return next ? joined(root, leaf, next) : null
}

/** Takes the content of a range away and joins what is left of its first and its last leaf. */
export function deleteRange(root: HTMLElement, range: Range): Caret {
  const first = leafOf(root, range.startContainer) ?? leavesOf(root)[0]
  const last = leafOf(root, range.endContainer) ?? leavesOf(root).at(-1)
  range.deleteContents()
  if (first && last && first !== last && root.contains(first) && root.contains(last)) return joined(root, first, last)
  removeEmptyLists(root)
  if (leavesOf(root).length === 0) {
    // What a browser leaves of a text that it has emptied itself: it would stand above the words as an empty line.
    for (const node of [...root.childNodes]) if (node.nodeName === 'BR') node.remove()
    root.append(root.ownerDocument.createElement('p'))
  }
  const leaf = first && root.contains(first) ? first : leavesOf(root)[0]!
  fill(leaf)
  return root.contains(range.startContainer) && leafOf(root, range.startContainer)
    ? { node: range.startContainer, offset: range.startOffset }
    : startOf(leaf)
}

/** Whether a caret stands before all that a leaf holds. */
export function isAtStart(leaf: HTMLElement, caret: Caret): boolean {
  const range = leaf.ownerDocument.createRange()
  range.setStart(leaf, 0)
  range.setEnd(caret.node, caret.offset)
  return range.toString() === '' && range.cloneContents().querySelector('img, br') === null
}

/** Whether a caret stands behind all that a leaf itself holds (not the lists in it). */
export function isAtEnd(leaf: HTMLElement, caret: Caret): boolean {
  const range = leaf.ownerDocument.createRange()
  range.setStart(caret.node, caret.offset)
  const list = [...leaf.childNodes].find(isList)
  if (list) range.setEndBefore(list)
  else range.setEnd(leaf, leaf.childNodes.length)
  return range.toString() === '' && range.cloneContents().querySelector('img') === null
}

/** The first place of a leaf for a caret. */
export function startOf(leaf: HTMLElement): Caret {
  const text = textNodesOf(leaf).find((node) => node.length > 0)
  if (text) return { node: text, offset: 0 }
  const filler = leaf.querySelector('br')
  return filler?.parentNode ? { node: filler.parentNode, offset: 0 } : { node: leaf, offset: 0 }
}

/** The last place of what a node holds. */
export function endOf(node: HTMLElement): Caret {
  // Where the last line has nothing written yet, the place is in it: beside it is in no line, and behind the text
  // before it is in another.
  const leaf = leavesOf(node).at(-1) ?? node
  const text = textNodesOf(leaf).at(-1)
  return text ? { node: text, offset: text.length } : startOf(leaf)
}

/** Puts the content of `after` behind that of `before`; the caret goes in between. */
function joined(root: HTMLElement, before: HTMLElement, after: HTMLElement): Caret {
  dropFillers(before)
  dropFillers(after)
  const own = [...before.childNodes].filter((node) => !isList(node))
  const anchor = own.at(-1) ?? null
  const caret = anchor ? endOfNode(anchor) : null
  const moving = [...after.childNodes].filter((node) => !isList(node))
  const lists = [...after.childNodes].filter(isList)
  if (anchor) anchor.after(...moving)
  else before.prepend(...moving)
  if (lists.length > 0 && before.nodeName === 'LI') before.append(...lists)
  else after.before(...lists)
  after.remove()
  removeEmptyLists(root)
  fill(before)
  return caret ?? startOf(before)
}

function endOfNode(node: Node): Caret {
  if (isText(node)) return { node, offset: node.length }
  const text = textNodesOf(node).at(-1)
  return text ? { node: text, offset: text.length } : { node: node.parentNode!, offset: indexOf(node) + 1 }
}

function indexOf(node: Node): number {
  return [...(node.parentNode?.childNodes ?? [])].indexOf(node as ChildNode)
}

/** Breaks that only keep an empty or finished line open would show once text stands behind them. */
function dropFillers(leaf: HTMLElement): void {
  const own = [...leaf.childNodes].filter((node) => !isList(node))
  const last = own.at(-1)
  if (last?.nodeName === 'BR') last.remove()
  else if (isElement(last) && last.textContent === '' && last.querySelector('br')) last.remove()
}

function removeEmptyLists(root: HTMLElement): void {
  for (const element of [...root.querySelectorAll('li, ul, ol, blockquote')].toReversed()) {
    if (element.childNodes.length === 0) element.remove()
  }
}
