import { fragmentOf } from '../html/markup.ts'
import { normalize, tidyMarks } from './clean-html.ts'
import { isElement, renamed, textNodesOf, unwrap } from './text-dom.ts'

/** Elements that pasted text may keep; everything else gives up its content. */
const kept = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, br, strong, em, u, s, a, code, sub, sup'

/** Of the source's look, what may be kept: sizes belong to another page than a slide. */
const keptStyles = ['color', 'background-color', 'font-family']

/**
 * Pasted HTML (already sanitized) as text for a slide: paragraphs, lists, links and marks stay; fonts, sizes and
 * colors of where it came from do not, for the deck has its own. With `keepStyle` fonts and colors stay too.
 */
export function pastedFragment(
  html: string,
  { keepStyle = false }: { readonly keepStyle?: boolean } = {},
): DocumentFragment {
  const fragment = fragmentOf(html)
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  for (const element of root.querySelectorAll<HTMLElement>('b, strong, em, i, u, span')) meantMarks(element)
  for (const row of root.querySelectorAll('tr')) renamed(row as HTMLElement, 'p')
  for (const cell of root.querySelectorAll('td, th')) cell.append(' ')
  // Programs put a paragraph into each item of a list, and a list beside the item that it belongs to.
  for (const paragraph of root.querySelectorAll('li > p:only-of-type')) unwrap(paragraph)
  normalize(root)
  for (const element of [...root.querySelectorAll<HTMLElement>('*')].toReversed()) {
    const styled = keepStyle && element.nodeName === 'SPAN' && hasStyle(element)
    if (!styled && !element.matches(kept)) unwrap(element)
  }
  for (const element of root.querySelectorAll<HTMLElement>('*')) dropAttributes(element, keepStyle)
  for (const node of textNodesOf(root))
    if (!node.parentElement?.closest('pre')) node.data = node.data.replace(/\s+/g, ' ')
  tidyMarks(root)
  normalize(root)
  const result = root.ownerDocument.createDocumentFragment()
  result.append(...root.childNodes)
  return result
}

/** Plain text as paragraphs: one for each line. */
export function plainFragment(text: string, document: Document): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const paragraph = document.createElement('p')
    paragraph.append(line === '' ? document.createElement('br') : line)
    fragment.append(paragraph)
  }
  return fragment
}

/** Programs say in styles what is meant by marks; one of them wraps everything in a <b> that is not bold. */
function meantMarks(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecorationLine, textDecoration } = element.style
  const bold = ['B', 'STRONG'].includes(element.nodeName)
  if (bold && ['normal', '400'].includes(fontWeight)) {
    unwrap(element)
    return
  }
  if (element.nodeName !== 'SPAN') return
  const decoration = textDecorationLine || textDecoration
  const marks = [
    fontWeight === 'bold' || Number(fontWeight) >= 600 ? 'strong' : '',
    fontStyle === 'italic' ? 'em' : '',
    decoration.includes('underline') && !element.closest('a') ? 'u' : '',
    decoration.includes('line-through') ? 's' : '',
  ]
  for (const name of marks.filter((one) => one !== '')) {
    const mark = element.ownerDocument.createElement(name)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

function hasStyle(element: HTMLElement): boolean {
  return keptStyles.some((name) => element.style.getPropertyValue(name) !== '')
}

function dropAttributes(element: HTMLElement, keepStyle: boolean): void {
  const style = keepStyle ? keptStyles.map((name) => [name, element.style.getPropertyValue(name)] as const) : []
  for (const { name } of [...element.attributes]) {
    const stays = (element.nodeName === 'A' && name === 'href') || (element.nodeName === 'OL' && name === 'start')
    if (!stays) element.removeAttribute(name)
  }
  for (const [name, value] of style) if (value !== '') element.style.setProperty(name, value)
  if (element.nodeName === 'A' && !element.hasAttribute('href') && isElement(element)) unwrap(element)
}
