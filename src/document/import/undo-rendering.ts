import { customIdAttribute } from '../custom-ids.ts'
import { attribute, type HtmlElement, isElement, textContent } from '../html.ts'
import {
  appendText,
  classesOf,
  elementsBelow,
  hasClass,
  isWithin,
  removeAttribute,
  removeNode,
  setAttribute,
  setChildren,
} from './tree.ts'

const paintClasses = new Set(['hljs', 'has-lit-lines'])

function withoutClasses(element: HtmlElement, dropped: ReadonlySet<string>): void {
  const kept = classesOf(element).filter((name) => !dropped.has(name))
  if (kept.length === 0) removeAttribute(element, 'class')
  else setAttribute(element, 'class', kept.join(' '))
}

/** Whether a page was packed by this product. */
export function isPackedPage(slides: HtmlElement): boolean {
  const isBlock = (element: HtmlElement) => hasClass(element, 'block') && attribute(element, 'data-block-type') !== null
  return elementsBelow(slides, isBlock).length > 0
}

/** Whether an element is the footer that decks add to a slide as its last element; one that an author wrote may be anywhere. */
function isDeckFooter(element: HtmlElement): boolean {
  const parent = element.parentNode as HtmlElement
  return (
    element.tagName === 'footer' &&
    hasClass(element, 'slide-footer') &&
    parent.tagName === 'section' &&
    parent.childNodes.findLast((node) => isElement(node)) === element
  )
}

/** Takes out of a packed page what packing has added: footers, highlighted code, typeset formulas. */
export function undoRendering(slides: HtmlElement): void {
  const isAdded = (element: HtmlElement) => isDeckFooter(element) || hasClass(element, 'code-step')
  for (const element of elementsBelow(slides, isAdded, false)) removeNode(element)
  for (const element of elementsBelow(slides, (one) => attribute(one, customIdAttribute) === attribute(one, 'id')))
    removeAttribute(element, 'id')
  for (const formula of elementsBelow(slides, (element) => attribute(element, 'data-latex') !== null)) {
    const isInline = formula.tagName === 'span' || attribute(formula, 'data-l-display') === 'inline'
    const latex = attribute(formula, 'data-latex') ?? ''
    setChildren(formula, [])
    appendText(formula, isInline ? `\\(${latex}\\)` : `\\[${latex}\\]`)
  }
  for (const code of elementsBelow(slides, ({ tagName }) => tagName === 'code')) {
    if (!isWithin(code, ({ tagName }) => tagName === 'pre')) continue
    const text = textContent(code)
    setChildren(code, [])
    appendText(code, text)
    withoutClasses(code, paintClasses)
  }
}
