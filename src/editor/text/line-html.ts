import { fragmentOf } from '../html/markup.ts'
import { normalize } from './clean-html.ts'
import { isElement, isList, leavesOf, zeroWidth } from './text-dom.ts'

/** Text of a slide as HTML of one line: marks are kept, paragraphs and items are separated by <br>. */
export function lineHtml(content: DocumentFragment): string {
  const root = content.ownerDocument.createElement('div')
  root.append(content)
  const leaves = leavesOf(root)
  const lines = leaves.length === 0 ? [root.innerHTML] : leaves.map(ownHtml)
  return lines
    .map((line) => line.replaceAll(zeroWidth, ''))
    .filter((line) => line !== '' && line !== '<br>')
    .join('<br>')
}

function ownHtml(leaf: HTMLElement): string {
  const holder = leaf.ownerDocument.createElement('div')
  holder.append(...[...leaf.childNodes].filter((node) => !isList(node)).map((node) => node.cloneNode(true)))
  const last = holder.lastChild
  if (isElement(last) && last.nodeName === 'BR') last.remove()
  return holder.innerHTML
}

/** Sanitized HTML of one line as a paragraph to insert into a text. */
export function lineFragment(html: string): DocumentFragment {
  const fragment = fragmentOf(html)
  const document = fragment.ownerDocument
  const root = document.createElement('div')
  const paragraph = document.createElement('p')
  paragraph.append(fragment)
  root.append(paragraph)
  normalize(root)
  const result = document.createDocumentFragment()
  result.append(...root.childNodes)
  return result
}
