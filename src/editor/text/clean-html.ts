import {
  fill,
  isBlock,
  isElement,
  isLeaf,
  isList,
  isText,
  leavesOf,
  renamed,
  textNodesOf,
  unwrap,
  zeroWidth,
} from './text-dom.ts'

/** Names that mean the same, and the one that is saved. */
const sameMeaning: Readonly<Record<string, string>> = { B: 'strong', I: 'em', STRIKE: 's' }

const inlineMarks = 'strong, em, u, s, a, span, code, sub, sup, small, mark, del, ins'

/**
 * Brings text into its normal form (see text-dom.ts), whatever came from a file, the clipboard or a browser's own
 * editing. Text nodes stay the same objects wherever they can, so that a caret in them survives.
 */
export function normalize(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('b, i, strike'))
    renamed(element, sameMeaning[element.nodeName]!)
  for (const element of root.querySelectorAll('font')) unwrap(element)
  for (const element of root.querySelectorAll<HTMLElement>('div')) {
    if ([...element.childNodes].some(isBlock)) unwrap(element)
    else renamed(element, 'p')
  }
  wrapLoose(root)
  for (const list of root.querySelectorAll<HTMLElement>('ul, ol')) wrapLooseItems(list)
  if (leavesOf(root).length === 0) root.append(root.ownerDocument.createElement('p'))
  for (const leaf of leavesOf(root)) fill(leaf)
}

/** Joins neighboring marks that are the same and takes away marks without content. */
export function tidyMarks(root: HTMLElement): void {
  // Deleting leaves empty text nodes, which would keep neighbors apart.
  root.normalize()
  for (const mark of [...root.querySelectorAll(inlineMarks)].toReversed()) {
    if (mark.childNodes.length === 0 || (mark.textContent === '' && !mark.querySelector('br, img'))) mark.remove()
  }
  // Empty text nodes between two marks would keep them apart until the next time.
  root.normalize()
  for (const mark of root.querySelectorAll<HTMLElement>(inlineMarks)) {
    if (!mark.isConnected && !root.contains(mark)) continue
    for (let next = mark.nextSibling; isElement(next) && sameMark(mark, next); next = mark.nextSibling) {
      mark.append(...next.childNodes)
      next.remove()
    }
  }
  root.normalize()
}

/** The HTML to save: clean, without anything that only editing needs. The root itself is left as it is. */
export function cleanHtml(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement
  for (const node of textNodesOf(copy))
    if (node.data.includes(zeroWidth)) node.data = node.data.replaceAll(zeroWidth, '')
  for (const font of copy.querySelectorAll('font')) asSpan(font)
  tidyMarks(copy)
  for (const leaf of leavesOf(copy)) {
    dropFiller(leaf)
    if (leaf.getAttribute('style') === '') leaf.removeAttribute('style')
  }
  for (const leaf of leavesOf(copy)) fill(leaf)
  return copy.innerHTML
}

/** Browsers write the color of what was deleted around what is typed next in a way of long ago, which is not kept. */
function asSpan(font: HTMLElement): void {
  const color = font.getAttribute('color')
  if (color) {
    const span = font.ownerDocument.createElement('span')
    span.style.color = color
    span.append(...font.childNodes)
    font.append(span)
  }
  unwrap(font)
}

/** A last <br> that shows nothing: it stands behind text, and nothing stands behind it. */
function dropFiller(leaf: HTMLElement): void {
  const own = [...leaf.childNodes].filter((node) => !isList(node))
  const last = own.at(-1)
  const before = own.at(-2)
  if (last?.nodeName !== 'BR' || !before || before.nodeName === 'BR') return
  last.remove()
}

/** Text and marks that stand outside of any paragraph get one. */
function wrapLoose(parent: HTMLElement): void {
  let paragraph: HTMLElement | null = null
  for (const node of [...parent.childNodes]) {
    if (isBlock(node)) {
      paragraph = null
      if (node.nodeName === 'BLOCKQUOTE') wrapLoose(node)
      continue
    }
    if (node.nodeType !== 1 && !isText(node)) {
      node.remove()
      continue
    }
    if (!paragraph && isText(node) && node.data.trim() === '') {
      node.remove()
      continue
    }
    if (!paragraph) {
      paragraph = parent.ownerDocument.createElement('p')
      node.before(paragraph)
    }
    paragraph.append(node)
  }
}

function wrapLooseItems(list: HTMLElement): void {
  for (const node of [...list.childNodes]) {
    if (node.nodeName === 'LI') continue
    if (isText(node) && node.data.trim() === '') {
      node.remove()
      continue
    }
    const before = node.previousSibling
    // A list right inside a list belongs to the item before it.
    if (isList(node) && isLeaf(before)) before.append(node)
    else {
      const item = list.ownerDocument.createElement('li')
      node.before(item)
      item.append(node)
    }
  }
}

function sameMark(a: HTMLElement, b: HTMLElement): boolean {
  if (a.nodeName !== b.nodeName || a.attributes.length !== b.attributes.length) return false
  return [...a.attributes].every(({ name, value }) => b.getAttribute(name) === value)
}
