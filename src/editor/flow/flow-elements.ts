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
}

const texts = 'h1, h2, h3, h4, h5, h6, p, ul, ol, blockquote'

export function styleOf(element: Element, pseudo?: string): CSSStyleDeclaration {
  return element.ownerDocument.defaultView!.getComputedStyle(element, pseudo)
}

/** The place of an element; that of a turned one is before it was turned. */
export function placeOf(element: HTMLElement, section: HTMLElement): Place {
  const origin = section.getBoundingClientRect()
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

function kindOf(element: HTMLElement): FlowKind | 'container' {
  const name = element.localName
  if (name === 'img') return 'image'
  if (name === 'pre' && element.querySelector(':scope > code')) return 'code'
  if (name === 'table' || name === 'iframe' || name === 'video' || name === 'audio') return name
  if (name === 'p' || name === 'figure' || name === 'a') {
    const child = onlyChild(element)
    if (child?.matches('img, video, iframe') && !isPainted(element)) return 'container'
  }
  if (element.matches(texts)) return element.querySelector('img, video, iframe, table, pre') ? 'other' : 'text'
  const isPlain = name === 'div' || name === 'figure' || name === 'section'
  const isStep = element.classList.contains('fragment')
  if (isPlain && element.children.length > 0 && !isStep && !isPainted(element) && hasOnlyElements(element))
    return 'container'
  return 'other'
}

function hasOnlyElements(element: HTMLElement): boolean {
  return [...element.childNodes].every((node) => node.nodeType !== 3 || node.textContent?.trim() === '')
}

/** Wraps text that stands in the flow without a paragraph. */
function wrapLooseText(section: HTMLElement, nodes: readonly Node[]): HTMLElement[] {
  const elements: HTMLElement[] = []
  let loose: HTMLElement | null = null
  for (const node of nodes) {
    const isInline =
      (node.nodeType === 3 && node.textContent?.trim() !== '') ||
      (node.nodeType === 1 &&
        /^inline/.test(styleOf(node as Element).display) &&
        !(node as Element).matches(`${texts}, img, video, iframe, audio, table, svg`))
    if (node.nodeType === 1 && !isInline) {
      loose = null
      elements.push(node as HTMLElement)
    } else if (isInline || (loose && node.nodeType === 3)) {
      if (!loose) {
        loose = section.ownerDocument.createElement('p')
        loose.style.margin = '0'
        node.parentNode!.insertBefore(loose, node)
        elements.push(loose)
      }
      loose.append(node)
    }
  }
  return elements
}

/** The elements of a flow that become blocks, in order. */
export function flowElements(section: HTMLElement, nodes: readonly Node[]): FlowElement[] {
  return wrapLooseText(section, nodes).flatMap((element): FlowElement[] => {
    if (element.localName === 'br' || styleOf(element).display === 'none') return []
    const kind = kindOf(element)
    if (kind === 'container') return flowElements(section, [...element.childNodes])
    const place = placeOf(element, section)
    return place.width < 1 || place.height < 1 ? [] : [{ kind, element, place }]
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

/** An element's markup without what its block has. */
export function markupOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  undecorate(copy)
  copy.classList.remove('fragment', ...fragmentClasses.filter((name) => name !== ''))
  copy.removeAttribute('data-fragment-index')
  copy.removeAttribute('data-id')
  if (copy.getAttribute('class') === '') copy.removeAttribute('class')
  return copy.outerHTML
}
