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

/** Deprecated elements, and the elements saved instead. */
const sameMeaning: Readonly<Record<string, string>> = { B: 'strong', I: 'em', STRIKE: 's' }

const inlineMarks = 'strong, em, u, s, a, span, code, sub, sup, small, mark, del, ins'

/**
 * Brings text into its normal form (see text-dom.ts). The input may be from a file, the clipboard or a browser's own
 * editing. Text nodes are kept where possible, so that a caret in them stays.
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

/** Merges equal adjacent marks and removes empty ones. */
export function tidyMarks(root: HTMLElement): void {
  // Deletions leave empty text nodes, which would separate equal marks.
  root.normalize()
  for (const mark of [...root.querySelectorAll(inlineMarks)].toReversed()) {
    if (mark.childNodes.length === 0 || (mark.textContent === '' && !mark.querySelector('br, img'))) mark.remove()
  }
  // Removed marks leave adjacent and empty text nodes too.
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

/** The HTML to save, without what only editing needs. The root is not changed. */
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

/**
 * Replaces a <font> by a span. Browsers keep the color of deleted text with a <font> around the text typed next; <font>
 * is not stored.
 */
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

/** Removes a last <br> after text, which has no visible effect. */
function dropFiller(leaf: HTMLElement): void {
  const own = [...leaf.childNodes].filter((node) => !isList(node))
  const last = own.at(-1)
  const before = own.at(-2)
  if (last?.nodeName !== 'BR' || !before || before.nodeName === 'BR') return
  last.remove()
}

/** Wraps text and marks outside of paragraphs in paragraphs. */
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
    // A list directly inside a list belongs to the item before it.
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
