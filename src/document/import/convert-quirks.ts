import { type HtmlElement, type HtmlNode, isElement, isText } from '../html.ts'
import { classesOf, elementsBelow, setAttribute } from './tree.ts'

const blocks = new Set(
  'address aside blockquote br div dl dt dd figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table ul'.split(
    ' ',
  ),
)

/** Whether there are only pictures beside a node, in one direction, until the line ends. */
function hasOnlyPictures(siblings: readonly HtmlNode[]): boolean {
  for (const node of siblings) {
    if (isText(node) ? node.value.trim() !== '' : isElement(node) && node.tagName !== 'img')
      return isElement(node) && blocks.has(node.tagName)
  }
  return true
}

/**
 * Pages without a document type have no room for descenders below lines that are only pictures; decks have a type. These
 * pictures get a class with the same effect.
 */
export function convertQuirks(slides: HtmlElement): void {
  for (const picture of elementsBelow(slides, ({ tagName }) => tagName === 'img')) {
    const siblings = (picture.parentNode as HtmlElement).childNodes
    const at = siblings.indexOf(picture)
    if (hasOnlyPictures(siblings.slice(0, at).toReversed()) && hasOnlyPictures(siblings.slice(at + 1)))
      setAttribute(picture, 'class', [...classesOf(picture), 'was-line'].join(' '))
  }
}
