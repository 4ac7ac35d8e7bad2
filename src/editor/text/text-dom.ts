/**
 * Text that is being edited, in its normal form: the root holds paragraphs, headings, quotations and lists; what is
 * typed stands in leaves (p, h1 to h6, pre, li), and a leaf without text holds a <br>, so that it has a line.
 */
const leafNames = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'LI'])
const listNames = new Set(['UL', 'OL'])
const blockNames = new Set([...leafNames, ...listNames, 'BLOCKQUOTE', 'DIV', 'TABLE', 'FIGURE', 'HR'])

/** Stands where a mark was begun without text yet; never saved. */
export const zeroWidth = '\u200b'

/** Whether a node is an element. Nodes of the slide's document are no instances of this document's classes. */
export function isElement(node: Node | null | undefined): node is HTMLElement {
  return node?.nodeType === 1
}

/** Whether a node is text. */
export function isText(node: Node | null | undefined): node is Text {
  return node?.nodeType === 3
}

/** Whether an element is a list. */
export function isList(node: Node | null | undefined): node is HTMLElement {
  return isElement(node) && listNames.has(node.nodeName)
}

/** Whether an element begins a line of its own. */
export function isBlock(node: Node | null | undefined): node is HTMLElement {
  return isElement(node) && blockNames.has(node.nodeName)
}

/** Whether an element holds a line of text: a paragraph, a heading, a list item. */
export function isLeaf(node: Node | null | undefined): node is HTMLElement {
  return isElement(node) && leafNames.has(node.nodeName)
}

/** The leaf around a node, or null. */
export function leafOf(root: HTMLElement, node: Node | null): HTMLElement | null {
  for (let at = node; at && at !== root; at = at.parentNode) if (isLeaf(at)) return at
  return null
}

/** All leaves in order. A list item that holds a list comes before the items in it. */
export function leavesOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, pre, li')]
}

/** The leaves that a range touches, in order. */
export function leavesIn(root: HTMLElement, range: Range): HTMLElement[] {
  const leaves = leavesOf(root)
  const from = leafAt(root, range.startContainer, range.startOffset, 'first')
  const end = range.endContainer === root ? range.endOffset - 1 : range.endOffset
  const to = leafAt(root, range.endContainer, end, range.collapsed ? 'first' : 'last')
  const first = Math.max(0, leaves.indexOf(from ?? leaves[0]!))
  const last = to ? leaves.indexOf(to) : leaves.length - 1
  return leaves.slice(first, Math.max(first, last) + 1)
}

/** All text nodes in order. */
export function textNodesOf(root: Node): Text[] {
  const walker = root.ownerDocument!.createTreeWalker(root, 4)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

/** The text nodes of a range, after splitting those that it cuts. Empty for a caret. */
export function cutTextNodes(root: HTMLElement, range: Range): Text[] {
  if (range.collapsed) return []
  const { endContainer, endOffset, startContainer, startOffset } = range
  if (isText(endContainer) && endOffset < endContainer.length) endContainer.splitText(endOffset)
  const cut = isText(startContainer) && startOffset > 0 && startOffset < startContainer.length
  const after = cut ? startContainer.splitText(startOffset) : null
  if (after) range.setStart(after, 0)
  return textNodesOf(root).filter((node) => {
    if (node.length === 0) return false
    return range.comparePoint(node, 0) === 0 && range.comparePoint(node, node.length) === 0 && !isEdge(node, range)
  })
}

/** How many characters stand before a place. */
export function offsetOf(root: HTMLElement, container: Node, offset: number): number {
  const before = root.ownerDocument.createRange()
  before.setStart(root, 0)
  before.setEnd(container, offset)
  return before.toString().length
}

/** The place after so many characters; at a border, the end of what is before it or (`forward`) the start of what follows. */
export function placeAt(root: HTMLElement, offset: number, forward: boolean): { node: Node; offset: number } {
  const nodes = textNodesOf(root)
  let before = 0
  for (const node of nodes) {
    const end = before + node.length
    if (offset < end || (offset === end && !forward)) return { node, offset: Math.max(0, offset - before) }
    before = end
  }
  const last = nodes.at(-1)
  return last ? { node: last, offset: last.length } : { node: leavesOf(root)[0] ?? root, offset: 0 }
}

/** Another element name for the same content and attributes. */
export function renamed(element: HTMLElement, name: string): HTMLElement {
  if (element.nodeName === name.toUpperCase()) return element
  const other = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) other.setAttribute(attribute, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** The content of an element, in its place. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Gives a leaf without content the line that it needs, and takes the filler away from one that has content. */
export function fill(leaf: HTMLElement): void {
  const own = [...leaf.childNodes].filter((node) => !isList(node))
  const empty = own.every((node) => (node.textContent ?? '') === '' && !hasBreak(node))
  if (!empty) return
  const inner = deepest(own[0] ?? null) ?? leaf
  inner.prepend(leaf.ownerDocument.createElement('br'))
}

/** Whether a leaf has no text of its own. */
export function isEmptyLeaf(leaf: HTMLElement): boolean {
  const own = [...leaf.childNodes].filter((node) => !isList(node))
  return own.every((node) => (node.textContent ?? '').replaceAll(zeroWidth, '') === '' && !hasPicture(node))
}

/** The leaf at a place; of a list or quotation that stands there, its first or last one. */
function leafAt(root: HTMLElement, container: Node, offset: number, which: 'first' | 'last'): HTMLElement | null {
  const inside = leafOf(root, container)
  if (inside) return inside
  const child = container.childNodes[Math.max(0, Math.min(offset, container.childNodes.length - 1))]
  if (isLeaf(child)) return child
  return isElement(child) ? (leavesOf(child).at(which === 'first' ? 0 : -1) ?? null) : null
}

/** A text node that a range only touches with its very border. */
function isEdge(node: Text, range: Range): boolean {
  const startsAtEnd = range.startContainer === node && range.startOffset === node.length
  const endsAtStart = range.endContainer === node && range.endOffset === 0
  return startsAtEnd || endsAtStart
}

function hasBreak(node: Node): boolean {
  return isElement(node) && (node.nodeName === 'BR' || node.querySelector('br, img') !== null)
}

function hasPicture(node: Node): boolean {
  return isElement(node) && (node.nodeName === 'IMG' || node.querySelector('img') !== null)
}

function deepest(node: Node | null): HTMLElement | null {
  let inner = isElement(node) ? node : null
  while (inner && isElement(inner.firstChild)) inner = inner.firstChild
  return inner
}
