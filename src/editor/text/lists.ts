import { fill, isElement, isLeaf, isList, renamed } from './text-dom.ts'

type ListName = 'ul' | 'ol'

/**
 * Turns leaves into list items of this kind, or into paragraphs if all are such items. Returns the resulting leaves.
 */
export function toggleList(leaves: readonly HTMLElement[], name: ListName): HTMLElement[] {
  const wanted = name.toUpperCase()
  if (leaves.every((leaf) => leaf.nodeName === 'LI' && leaf.parentNode?.nodeName === wanted)) return leaves.map(unlist)
  return leaves.map((leaf) => {
    if (leaf.nodeName !== 'LI') return enlist(leaf, name)
    const list = leaf.parentNode as HTMLElement
    if (list.nodeName !== wanted) renamed(list, name)
    return leaf
  })
}

/** Nests an item in the item before it. Does nothing for the first item. */
export function indentItem(item: HTMLElement): void {
  const before = item.previousElementSibling
  const list = item.parentNode
  if (item.nodeName !== 'LI' || !isLeaf(before) || !isList(list)) return
  const last = before.lastElementChild
  const inner = isList(last) ? last : item.ownerDocument.createElement(list.nodeName.toLowerCase())
  if (inner !== last) before.append(inner)
  inner.append(item)
}

/** Moves an item one level out; the items after it become nested in it. Returns false if it is not nested. */
export function outdentItem(item: HTMLElement): boolean {
  const list = item.parentNode
  const outer = list?.parentNode
  if (!isList(list) || !isElement(outer) || outer.nodeName !== 'LI') return false
  const following = itemsAfter(item)
  if (following.length > 0) {
    const last = item.lastElementChild
    const inner = isList(last) ? last : item.ownerDocument.createElement(list.nodeName.toLowerCase())
    if (inner !== last) item.append(inner)
    inner.append(...following)
  }
  outer.after(item)
  if (list.children.length === 0) list.remove()
  fill(outer)
  return true
}

/** Turns an item into a paragraph outside of all lists. The items after it become a list of their own. */
export function unlist(item: HTMLElement): HTMLElement {
  while (outdentItem(item)) {
    // One level at a time, so that the items after it keep their levels.
  }
  const list = item.parentNode
  if (!isList(list)) return item
  const following = itemsAfter(item)
  const inner = [...item.children].filter(isList)
  const paragraph = renamed(item, 'p')
  list.after(paragraph, ...inner)
  if (following.length > 0) {
    const rest = list.cloneNode(false) as HTMLElement
    // The start number belongs to the items before the paragraph.
    rest.removeAttribute('start')
    rest.append(...following)
    const last = inner.at(-1) ?? paragraph
    last.after(rest)
  }
  if (list.children.length === 0) list.remove()
  fill(paragraph)
  return paragraph
}

function enlist(leaf: HTMLElement, name: ListName): HTMLElement {
  const wanted = name.toUpperCase()
  const [before, after] = [leaf.previousElementSibling, leaf.nextElementSibling]
  const item = renamed(leaf, 'li')
  if (before?.nodeName === wanted) before.append(item)
  else {
    const list = item.ownerDocument.createElement(name)
    item.replaceWith(list)
    list.append(item)
  }
  const list = item.parentNode as HTMLElement
  if (after?.nodeName === wanted) {
    list.append(...after.childNodes)
    after.remove()
  }
  return item
}

function itemsAfter(item: HTMLElement): Element[] {
  const found: Element[] = []
  for (let at = item.nextElementSibling; at; at = at.nextElementSibling) found.push(at)
  return found
}
