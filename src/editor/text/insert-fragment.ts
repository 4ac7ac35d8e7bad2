import { normalize } from './clean-html.ts'
import { type Caret, deleteRange, endOf, splitParagraph, startOf } from './paragraphs.ts'
import { isEmptyLeaf, isLeaf, isList, leafOf, renamed } from './text-dom.ts'

/** Replaces a range by pasted paragraphs. A single paragraph joins the line of the range; several split it. */
export function insertFragment(root: HTMLElement, range: Range, fragment: DocumentFragment): Caret {
  const caret = range.collapsed ? { node: range.startContainer, offset: range.startOffset } : deleteRange(root, range)
  const first = fragment.firstElementChild
  if (!first) return caret
  const place = root.ownerDocument.createRange()
  place.setStart(caret.node, caret.offset)
  place.collapse(true)
  if (fragment.childElementCount === 1 && isLeaf(first)) return insertInline(root, place, first)
  return insertBlocks(root, caret, [...fragment.children] as HTMLElement[])
}

/** A range over all of a text. */
export function wholeRange(root: HTMLElement): Range {
  const range = root.ownerDocument.createRange()
  range.selectNodeContents(root)
  return range
}

function insertInline(root: HTMLElement, place: Range, from: HTMLElement): Caret {
  const nodes = [...from.childNodes].map((node) => root.ownerDocument.importNode(node, true))
  const leaf = leafOf(root, place.startContainer)
  if (leaf && isEmptyLeaf(leaf)) {
    leaf.replaceChildren(...nodes)
    return endOf(leaf)
  }
  const holder = root.ownerDocument.createDocumentFragment()
  const last = nodes.at(-1)
  holder.append(...nodes)
  place.insertNode(holder)
  if (!last) return { node: place.startContainer, offset: place.startOffset }
  const text = last.nodeType === 3 ? last : (last.lastChild ?? last)
  return { node: text, offset: text.nodeType === 3 ? (text as Text).length : 0 }
}

function insertBlocks(root: HTMLElement, caret: Caret, blocks: readonly HTMLElement[]): Caret {
  const own = blocks.map((block) => root.ownerDocument.importNode(block, true))
  const before = leafOf(root, caret.node)
  const behind = splitParagraph(root, caret)
  const after = leafOf(root, behind.node)
  // In a list, pasted paragraphs become items.
  const item = before?.nodeName === 'LI' && before.isConnected
  const nodes = item ? own.flatMap((block) => (isList(block) ? [...block.children] : [renamed(block, 'li')])) : own
  const anchor = item ? before : (topOf(root, before ?? after) ?? root.lastElementChild)
  if (anchor) anchor.after(...nodes)
  else root.append(...nodes)
  for (const leaf of [before, after]) if (leaf && root.contains(leaf) && isEmptyLeaf(leaf)) leaf.remove()
  normalize(root)
  const last = nodes.at(-1) as HTMLElement
  return root.contains(last) ? endOf(last) : startOf(root)
}

function topOf(root: HTMLElement, node: Element | null): Element | null {
  let top = node
  while (top && top.parentElement !== root) top = top.parentElement
  return top
}
