import type { Fragment } from '../../document/deck-model.ts'
import { fragmentClasses } from '../../rules/fragment-styles.ts'

/** The elements in a slide's flow that become blocks, as laid out in a document. */

/** A place on the slide, in slide px. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type FlowKind = 'text' | 'image' | 'code' | 'table' | 'iframe' | 'video' | 'audio' | 'other'

/** An element that becomes a block. */
export interface FlowElement {
  readonly kind: FlowKind
  readonly element: HTMLElement
  readonly place: Place
  /** Its names, or those of the element around it that has nothing else. */
  readonly names: Names
}

export interface Names {
  /** The `data-id` of auto-animate. */
  readonly id: string | undefined
  /** The `data-l-id` that styles and links name. */
  readonly customId: string | undefined
}

/** Elements that arrange others. */
const boxes = /^(?:div|figure|section|center|article|header|footer|main)$/
export const texts = 'h1, h2, h3, h4, h5, h6, p, ul, ol, blockquote'

export function styleOf(element: Element, pseudo?: string): CSSStyleDeclaration {
  return element.ownerDocument.defaultView!.getComputedStyle(element, pseudo)
}

/** The place of an element; that of a turned one is before it was turned. */
export function placeOf(element: HTMLElement, section: HTMLElement): Place {
  const origin = section.parentElement!.getBoundingClientRect()
  const { left, top, width, height } = element.getBoundingClientRect()
  const isTurned = styleOf(element).transform !== 'none' && element.offsetWidth > 0
  const [w, h] = isTurned ? [element.offsetWidth, element.offsetHeight] : [width, height]
  return { x: left + (width - w) / 2 - origin.left, y: top + (height - h) / 2 - origin.top, width: w, height: h }
}

/** Whether an element draws something itself, besides what is in it. */
function isPainted(element: HTMLElement): boolean {
  const style = styleOf(element)
  const sides = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth]
  return (
    style.backgroundImage !== 'none' ||
    !/^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(style.backgroundColor) ||
    sides.some((width) => Number.parseFloat(width) > 0) ||
    style.boxShadow !== 'none' ||
    style.filter !== 'none' ||
    style.opacity !== '1' ||
    style.transform !== 'none' ||
    style.overflow === 'hidden'
  )
}

/** The only element in a paragraph or a figure, if there is no text beside it. */
function onlyChild(element: HTMLElement): HTMLElement | null {
  const [child] = element.children
  return element.children.length === 1 && child && element.textContent?.trim() === child.textContent?.trim()
    ? (child as HTMLElement)
    : null
}

/** Whether a block of a part of it would lose a name. */
const named = '[data-id], [data-l-id]'
const hasOwnName = ({ dataset }: HTMLElement): boolean => dataset.id !== undefined || dataset.lId !== undefined

/** The names of an element, or of an ancestor up to `outer`. */
function namesOf(element: HTMLElement, outer: HTMLElement): Names {
  let at = element
  while (at !== outer && !hasOwnName(at)) at = at.parentElement!
  return { id: at.dataset.id, customId: at.dataset.lId }
}

/** The only content of an element without a look of its own, such as the picture of a paragraph; else null. */
function loneIn(element: HTMLElement): HTMLElement | null {
  if (!(boxes.test(element.localName) || /^[pa]$/.test(element.localName)) || isPainted(element)) return null
  const child = onlyChild(element)
  // A block has only one step, and one name.
  if (child && hasOwnName(element) && (child.matches(named) || child.querySelector(named))) return null
  if (!child || (element.classList.contains('fragment') && element.querySelector('.fragment'))) return null
  // Only pictures have links.
  if (element.localName === 'a') return child.localName === 'img' ? child : null
  if (element.localName === 'p') return child.matches('img, video, iframe') ? child : loneIn(child)
  return child.matches(`${texts}, pre, table, img, video, iframe, audio`) ? child : loneIn(child)
}

function kindOf(element: HTMLElement): FlowKind | 'container' {
  const name = element.localName
  if (name === 'img') return 'image'
  if (name === 'pre' && element.querySelector(':scope > code')) return 'code'
  if (name === 'table' || name === 'iframe') return name
  if (name === 'video' || name === 'audio') return element.querySelectorAll('source, track').length > 1 ? 'other' : name
  if (element.matches(texts))
    return element.querySelector('img, video, iframe, table, pre, [data-latex]') ? 'other' : 'text'
  if (isParagraph(element)) return 'text'
  const isStep = element.classList.contains('fragment') || hasOwnName(element)
  if (boxes.test(name) && element.children.length > 0 && !isStep && !isPainted(element) && hasOnlyElements(element))
    return 'container'
  return 'other'
}

/** Whether an element without a look of its own has nothing but words in lines, as a paragraph. */
export function isParagraph(element: HTMLElement): boolean {
  return (
    /^(?:div|figcaption|center)$/.test(element.localName) &&
    !isPainted(element) &&
    styleOf(element).display === 'block' &&
    element.textContent?.trim() !== '' &&
    element.querySelector(`${texts}, img, video, iframe, audio, table, pre, svg, canvas, [data-latex]`) === null &&
    [...element.querySelectorAll('*')].every(
      (inside) => /^inline|^contents/.test(styleOf(inside).display) || inside.localName === 'br',
    )
  )
}

/** Whether something would be lost with an element that takes no room. */
function hasContent(element: HTMLElement): boolean {
  const content = '[src], [href], [data-l-id], [data-id], .fragment, style'
  return element.textContent?.trim() !== '' || element.matches(content) || element.querySelector(content) !== null
}

function hasOnlyElements(element: HTMLElement): boolean {
  return [...element.childNodes].every((node) => node.nodeType !== 3 || node.textContent?.trim() === '')
}

const isBlank = (node: Node): boolean => node.nodeType === 8 || (node.nodeType === 3 && node.textContent?.trim() === '')

/** Whether a node is laid out inline. */
function isInline(node: Node): boolean {
  if (node.nodeType !== 1) return true
  const element = node as Element
  return /^inline/.test(styleOf(element).display) && !element.matches(`${texts}, iframe, video, audio, table, svg`)
}

const isPicture = (node: Node): boolean =>
  node.nodeType === 1 && (node as Element).matches('img, a:has(> img:only-child)')

/** The elements among nodes; text that stands in the flow without a paragraph is wrapped, and added to `loose`. */
function wrapLooseText(nodes: readonly Node[], loose: Set<HTMLElement>): HTMLElement[] {
  const elements: HTMLElement[] = []
  let line: Node[] = []
  const endLine = (): void => {
    const first = line.find((node) => !isBlank(node))
    if (line.every((node) => isBlank(node) || isPicture(node) || (node as Element).localName === 'br'))
      elements.push(...line.filter((node): node is HTMLElement => node.nodeType === 1))
    else if (first) {
      const box = first.ownerDocument!.createElement('div')
      first.parentNode!.insertBefore(box, first)
      box.append(...line.slice(line.indexOf(first)))
      loose.add(box)
      elements.push(box)
    }
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      elements.push(node as HTMLElement)
    }
  }
  endLine()
  return elements
}

/** The elements of a flow that become blocks, in order. */
export function flowElements(section: HTMLElement, nodes: readonly Node[]): FlowElement[] {
  const loose = new Set<HTMLElement>()
  return wrapLooseText(nodes, loose).flatMap((outer): FlowElement[] => {
    if (outer.localName === 'br') return []
    const isHidden = styleOf(outer).display === 'none'
    const element = (!isHidden && loneIn(outer)) || outer
    const kind = isHidden ? 'other' : kindOf(element)
    if (kind === 'container' && !loose.has(element)) return flowElements(section, [...element.childNodes])
    const [place, names] = [placeOf(element, section), namesOf(element, outer)]
    if (place.width >= 1 && place.height >= 1)
      return [{ kind: kind === 'container' ? 'other' : kind, element, place, names }]
    if (!hasContent(element)) return []
    return [{ kind: 'other', element, place: { ...place, width: Math.max(1, place.width) }, names }]
  })
}

/** The step of an element; null if it is not one. */
export function fragmentOf(element: HTMLElement): Fragment | null {
  const step = element.closest<HTMLElement>('.fragment')
  if (!step) return null
  const style = fragmentClasses.find((name) => name !== '' && step.classList.contains(name)) ?? ''
  const index = step.dataset.fragmentIndex
  return { style, index: index !== undefined && /^\d{1,6}$/.test(index) ? Number(index) : null }
}

/** Takes out what the canvas has added: colors of code, typeset formulas. */
function undecorate(copy: HTMLElement): void {
  for (const code of copy.querySelectorAll('pre code')) {
    // Replaces the elements of lines and words by their text.
    const { textContent } = code
    code.textContent = textContent
    code.classList.remove('hljs', 'has-lit-lines')
    if (code.getAttribute('class') === '') code.removeAttribute('class')
  }
  const formulas = [copy, ...copy.querySelectorAll<HTMLElement>('[data-latex]')]
  for (const formula of formulas) {
    const { latex, lDisplay } = formula.dataset
    if (latex === undefined) continue
    const isInline = formula.localName === 'span' || lDisplay === 'inline'
    formula.textContent = isInline ? `\\(${latex}\\)` : `\\[${latex}\\]`
  }
}

/** A copy of an element without what its block has. */
export function bareCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  undecorate(copy)
  for (const step of copy.querySelectorAll('.fragment.visible')) step.classList.remove('visible')
  // Its block has the size that reveal.js would compute for them.
  copy.classList.remove('r-fit-text', 'r-stretch', 'stretch')
  copy.classList.remove('fragment', 'visible', ...fragmentClasses.filter((name) => name !== ''))
  copy.removeAttribute('data-fragment-index')
  copy.removeAttribute('data-id')
  if (copy.getAttribute('class') === '') copy.removeAttribute('class')
  return copy
}
