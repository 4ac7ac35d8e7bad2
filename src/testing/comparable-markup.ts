import {
  attributesOf,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  innerRangeOf,
  isElement,
  isTag,
  isText,
} from '../document/html.ts'

/**
 * A text form of parsed markup that is equal for equivalent decks. Omits what parsing may change: slide ids, the
 * position of notes, and white space between elements.
 */
export function comparableMarkup(root: HtmlFragment): string {
  const lines: string[] = []
  const pending: { node: HtmlNode; depth: number }[] = []
  const push = (parent: HtmlElement | HtmlFragment, depth: number): void => {
    const nodes = 'content' in parent ? (parent.content as HtmlFragment).childNodes : parent.childNodes
    for (let i = nodes.length - 1; i >= 0; i--) pending.push({ node: nodes[i]!, depth })
  }
  push(root, 0)
  while (pending.length > 0) {
    const { node, depth } = pending.pop()!
    const indent = ' '.repeat(Math.min(depth, 40))
    if (isText(node)) {
      const text = node.value.replace(/[ \t\n\f\r]+/g, ' ').trim()
      if (text !== '') lines.push(`${indent}'${text}'`)
    } else if (isElement(node)) {
      if (isPlainNotes(node)) continue
      lines.push(`${indent}<${node.tagName}${attributesText(node)}`)
      push(node, depth + 1)
    } else if ('data' in node) lines.push(`${indent}<!--${node.data}`)
  }
  return lines.join('\n')
}

function attributesText(element: HtmlElement): string {
  const pairs = attributesOf(element)
    .filter(([name]) => !(element.tagName === 'section' && (name === 'data-id' || name === 'data-notes')))
    .map(([name, value]) => ` ${name}=${JSON.stringify(plainStyle(name, value))}`)
  return pairs.sort().join('')
}

function plainStyle(name: string, value: string): string {
  const text = value.replace(/\r\n?/g, '\n')
  return name === 'style' ? text.replace(/\s*([:;,])\s*/g, '$1').replace(/;$/, '') : text
}

/** Unclosed formatting of an earlier slide extends into the notes, but is not part of them. */
function isPlainNotes(node: HtmlElement): boolean {
  const classes = node.attrs.find((attr) => attr.name === 'class')?.value.trim()
  if (!isTag(node, 'aside') || classes !== 'notes') return false
  return node.childNodes.every((child) => isText(child) || (isElement(child) && !innerRangeOf(child)))
}
