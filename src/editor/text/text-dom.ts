/**
 * The normal form of text in an editor: the root contains paragraphs, headings, quotations and lists. Text is in leaves
 * (p, h1 to h6, pre, li). A leaf without text contains a <br>, so that it has a line.
 */
const leafNames = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'LI'])
const listNames = new Set(['UL', 'OL'])
const blockNames = new Set([...leafNames, ...listNames, 'BLOCKQUOTE', 'DIV', 'TABLE', 'FIGURE', 'HR'])

/** A zero-width space: the content of a mark without text yet. Never saved. */
export const zeroWidth = '\u200b'

/** Whether a node is an element. `instanceof` fails for nodes of the canvas document. */
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

/** Whether an element starts a new line. */
export function isBlock(node: Node | null | undefined): node is HTMLElement {
  return isElement(node) && blockNames.has(node.nodeName)
}

/** Whether an element contains a line of text: a paragraph, a heading, a list item. */
export function isLeaf(node: Node | null | undefined): node is HTMLElement {
  return isElement(node) && leafNames.has(node.nodeName)
}

/** The leaf around a node, or null. */
export function leafOf(root: HTMLElement, node: Node | null): HTMLElement | null {
  for (let at = node; at && at !== root; at = at.parentNode) if (isLeaf(at)) return at
  return null
}

/** All leaves in document order. A list item precedes the items nested in it. */
export function leavesOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, pre, li')]
}

/** The leaves of a range, in document order. */
export function leavesIn(root: HTMLElement, range: Range): HTMLElement[] {
  const leaves = leavesOf(root)
  const from = leafAt(root, range.startContainer, range.startOffset, 'first')
  const end = range.endContainer === root ? range.endOffset - 1 : range.endOffset
  const to = leafAt(root, range.endContainer, end, range.collapsed ? 'first' : 'last')
  const first = Math.max(0, leaves.indexOf(from ?? leaves[0]!))
  const last = to ? leaves.indexOf(to) : leaves.length - 1
  return leaves.slice(first, Math.max(first, last) + 1)
}

/** All text nodes in document order. */
export function textNodesOf(root: Node): Text[] {
  const walker = root.ownerDocument!.createTreeWalker(root, 4)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

/** The text nodes of a range; splits those that are partly in it. Empty for a caret. */
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

/** The number of characters before a DOM position. */
export function offsetOf(root: HTMLElement, container: Node, offset: number): number {
  const before = root.ownerDocument.createRange()
  before.setStart(root, 0)
  before.setEnd(container, offset)
  return before.toString().length
}

/**
 * The DOM position after a number of characters. Between two nodes: the end of the first, with `forward` the start of
 * the second.
 */
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

/** Replaces an element by one of another name with the same content and attributes. */
export function renamed(element: HTMLElement, name: string): HTMLElement {
  if (element.nodeName === name.toUpperCase()) return element
  const other = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) other.setAttribute(attribute, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Adds a <br> to a leaf without content, so that it has a line. */
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

/** Whether a text is empty: at most one leaf, without characters or images. */
export function isBlank(root: HTMLElement): boolean {
  const text = (root.textContent ?? '').replaceAll(zeroWidth, '')
  return text === '' && leavesOf(root).length <= 1 && root.querySelector('img, li, hr') === null
}

/** A collapsed range. */
export function caretIn(node: Node, offset: number): Range {
  const range = node.ownerDocument!.createRange()
  range.setStart(node, offset)
  range.collapse(true)
  return range
}

/** The leaf at a DOM position. At a list or quotation, its first or last leaf. */
function leafAt(root: HTMLElement, container: Node, offset: number, which: 'first' | 'last'): HTMLElement | null {
  const inside = leafOf(root, container)
  if (inside) return inside
  const child = container.childNodes[Math.max(0, Math.min(offset, container.childNodes.length - 1))]
  if (isLeaf(child)) return child
  return isElement(child) ? (leavesOf(child).at(which === 'first' ? 0 : -1) ?? null) : null
}

/** Whether a range only touches the start or end of a text node. */
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
