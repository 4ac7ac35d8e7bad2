import { isLink } from './links.ts'
import { outdentItem, unlist } from './lists.ts'
import { captionClass, isQuoted, setCaption, unquote } from './quotes.ts'
import { fill, isElement, isEmptyLeaf, isList, isText, leafOf, leavesOf, textNodesOf } from './text-dom.ts'
import { setLineSize } from './text-size.ts'

/** A DOM position of the caret. */
export interface Caret {
  readonly node: Node
  readonly offset: number
}

/**
 * Applies Enter at a caret: the content after the caret becomes a new paragraph or item. An empty item leaves its list
 * instead, and an empty line its quotation. At the end of a heading or caption a plain paragraph follows.
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
  // Marks continue in the next line, links do not.
  for (const link of next.querySelectorAll('a')) if (isLink(link) && link.textContent === '') link.remove()
  leaf.after(next)
  // Splitting leaves empty text nodes, in which browsers do not keep a caret.
  leaf.normalize()
  next.normalize()
  fill(leaf)
  fill(next)
  return startOf(next)
}

/**
 * Applies Backspace at the start of a leaf: an item leaves its level or list, a first line its quotation. Any other leaf
 * joins the previous one; null if there is none.
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

/** Applies Delete at the end of a leaf: the next leaf joins it. Null if there is none. */
export function joinForward(root: HTMLElement, leaf: HTMLElement): Caret | null {
  const leaves = leavesOf(root)
  const next = leaves[leaves.indexOf(leaf) + 1]
  return next ? joined(root, leaf, next) : null
}

/** Deletes the content of a range and joins the rest of its first and last leaf. */
export function deleteRange(root: HTMLElement, range: Range): Caret {
  const first = leafOf(root, range.startContainer) ?? leavesOf(root)[0]
  const last = leafOf(root, range.endContainer) ?? leavesOf(root).at(-1)
  range.deleteContents()
  if (first && last && first !== last && root.contains(first) && root.contains(last)) return joined(root, first, last)
  removeEmptyLists(root)
  if (leavesOf(root).length === 0) {
    // Browsers leave a <br> in a text that they emptied. It would show as an empty line above text typed next.
    for (const node of [...root.childNodes]) if (node.nodeName === 'BR') node.remove()
    root.append(root.ownerDocument.createElement('p'))
  }
  const leaf = first && root.contains(first) ? first : leavesOf(root)[0]!
  fill(leaf)
  return root.contains(range.startContainer) && leafOf(root, range.startContainer)
    ? { node: range.startContainer, offset: range.startOffset }
    : startOf(leaf)
}

/** Whether a caret is before all content of a leaf. */
export function isAtStart(leaf: HTMLElement, caret: Caret): boolean {
  const range = leaf.ownerDocument.createRange()
  range.setStart(leaf, 0)
  range.setEnd(caret.node, caret.offset)
  return range.toString() === '' && range.cloneContents().querySelector('img, br') === null
}

/** Whether a caret is after all content of a leaf, not counting nested lists. */
export function isAtEnd(leaf: HTMLElement, caret: Caret): boolean {
  const range = leaf.ownerDocument.createRange()
  range.setStart(caret.node, caret.offset)
  const list = [...leaf.childNodes].find(isList)
  if (list) range.setEndBefore(list)
  else range.setEnd(leaf, leaf.childNodes.length)
  return range.toString() === '' && range.cloneContents().querySelector('img') === null
}

/** The first caret position of a leaf. */
export function startOf(leaf: HTMLElement): Caret {
  const text = textNodesOf(leaf).find((node) => node.length > 0)
  if (text) return { node: text, offset: 0 }
  const filler = leaf.querySelector('br')
  return filler?.parentNode ? { node: filler.parentNode, offset: 0 } : { node: leaf, offset: 0 }
}

/** The last caret position in an element. */
export function endOf(node: HTMLElement): Caret {
  // In an empty last line the position is within the leaf: outside of it there is no line, and the last text node is in
  // another line.
  const leaf = leavesOf(node).at(-1) ?? node
  const text = textNodesOf(leaf).at(-1)
  return text ? { node: text, offset: text.length } : startOf(leaf)
}

/** The caret at a point, in CSS px of the document's viewport; null outside the text. */
export function caretAt(root: HTMLElement, x: number, y: number): Caret | null {
  const document = root.ownerDocument
  const position = document.caretPositionFromPoint?.(x, y)
  const range = position ? null : document.caretRangeFromPoint?.(x, y)
  const node = position?.offsetNode ?? range?.startContainer
  return node && root.contains(node) ? { node, offset: position?.offset ?? range?.startOffset ?? 0 } : null
}

/** Appends the content of `after` to `before`. Returns the position between the two. */
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

/** Removes a last <br>: once content follows it, it would show as an extra line. */
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
