import type { TextSize } from '../state/text-format.ts'
import { markNames } from './marks.ts'
import { isElement, isLeaf, leavesOf, textNodesOf } from './text-dom.ts'

/** Elements whose relative size belongs to the mark (code, sub, sup): a paragraph with a footnote has one size. */
const markElements: ReadonlySet<string> = new Set(Object.values(markNames).map((name) => name.toUpperCase()))

/** The largest difference between two equal sizes, in slide px: sizes are stored rounded. */
const tolerance = 0.15

/** The font size of nodes of a text, before shrinking, in slide px; null without layout. */
export function sizeOfNodes(root: HTMLElement, nodes: readonly Node[]): TextSize {
  const elements = new Set(nodes.map(elementOf))
  return commonSize([...elements].map((element) => element && sizeAt(root, element)))
}

/** The font size of a whole text; of an empty one, that of its first line. */
export function sizeOfText(root: HTMLElement): TextSize {
  const nodes = textNodesOf(root).filter((node) => node.data.trim() !== '')
  return sizeOfNodes(root, nodes.length > 0 ? nodes : [leavesOf(root)[0] ?? root])
}

/** The common value of sizes; 'mixed' if they differ, null if none is known. */
export function commonSize(sizes: readonly TextSize[]): TextSize {
  const known = sizes.filter((size) => size !== null)
  if (known.length === 0) return null
  const numbers = known.filter((size) => size !== 'mixed')
  const isOne = numbers.length === known.length && Math.max(...numbers) - Math.min(...numbers) <= tolerance
  return isOne ? numbers[0]! : 'mixed'
}

/** Whether a size equals this many slide px, within the precision of the size field. */
export function isSize(size: TextSize, px: number): boolean {
  return typeof size === 'number' && Math.abs(size - px) <= tolerance
}

/** A size in slide px as `em` of the text's own size, so that it shrinks with the box. '' if they are equal. */
export function sizeLook(root: HTMLElement, node: Text, px: number): string {
  const element = elementOf(node)
  const own = (element && unshrunk(root, element, (at) => isMark(at) || hasSize(at))) ?? px
  return own === 0 || Math.abs(px - own) < 0.05 ? '' : `${Math.round((px / own) * 10_000) / 10_000}em`
}

/** The scale at which a box currently shows its text (`root`); 1: not shrunk. */
export function shrinkOf(root: HTMLElement): number {
  const part = /^([\d.]+)em$/.exec(root.style.fontSize)?.[1]
  return part === undefined ? 1 : Number(part) || 1
}

/** Sets a line's own font size, which overrides the theme's; '' removes it. */
export function setLineSize(leaf: HTMLElement, size: string): void {
  leaf.style.fontSize = size
  if (leaf.getAttribute('style') === '') leaf.removeAttribute('style')
}

function sizeAt(root: HTMLElement, element: HTMLElement): number | null {
  const size = unshrunk(root, element, isMark)
  return size === null ? null : Math.round(size * 10) / 10
}

/**
 * The font size of an element before shrinking, in slide px, without the effect of the elements that `isLeftOut`
 * accepts.
 */
function unshrunk(root: HTMLElement, element: HTMLElement, isLeftOut: (at: HTMLElement) => boolean): number | null {
  const isLine = (at: HTMLElement): boolean => at === root || isLeaf(at)
  let size = computedSize(element)
  for (let at = element; !isLine(at) && at.parentElement; at = at.parentElement) {
    if (isLeftOut(at)) size *= computedSize(at.parentElement) / computedSize(at)
  }
  return Number.isFinite(size) ? size / shrinkOf(root) : null
}

function isMark(element: HTMLElement): boolean {
  return markElements.has(element.nodeName) && !hasSize(element)
}

function hasSize(element: HTMLElement): boolean {
  return element.style.fontSize !== ''
}

function elementOf(node: Node): HTMLElement | null {
  return isElement(node) ? node : node.parentElement
}

/** The computed font size in slide px; NaN without layout. */
function computedSize(element: HTMLElement): number {
  return Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? '')
}
