import { fragmentOf } from '../html/markup.ts'
import { normalize, tidyMarks } from './clean-html.ts'
import { isElement, renamed, textNodesOf, unwrap } from './text-dom.ts'

/** Elements kept in pasted text. All others are replaced by their content. */
const kept = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, br, strong, em, u, s, a, code, sub, sup'

/** Style properties kept from the source. Sizes are dropped: they were made for another page size. */
const keptStyles = ['color', 'background-color', 'font-family']

/**
 * Pasted, sanitized HTML as text for a slide. Paragraphs, lists, links and marks are kept. Fonts, sizes and colors are
 * dropped, since the deck has its own; `keepStyle` keeps fonts and colors.
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
  // Office programs wrap the text of list items in paragraphs.
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

/**
 * Turns styles into marks: programs write bold or italic as styles of spans. A <b> with normal weight is unwrapped:
 * Google Docs wraps everything in one.
 */
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
