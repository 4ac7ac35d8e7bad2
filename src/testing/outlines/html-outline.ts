import {
  attributesOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseFragment,
  textContent,
} from '../../document/html.ts'

/** Attributes that are other ones each time, or the same everywhere. */
const left = /^(?:xmlns|data-block-id|data-id)/

/** Values that are long or made each time, by what they are. */
function shortened(value: string): string {
  return value
    .replace(/data:([\w/+.-]+)(?:;[\w=-]+)*,[^"')\s]*/g, 'data:$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function hasClass(element: HtmlElement, name: string): boolean {
  return (element.attrs.find((one) => one.name === 'class')?.value ?? '').split(/\s+/).includes(name)
}

function linesOf(node: HtmlNode, depth: number): string[] {
  const indent = '  '.repeat(depth)
  if (isText(node)) {
    const text = node.value.replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [`${indent}"${text}"`]
  }
  if (!isElement(node)) return []
  const attributes = attributesOf(node).filter(([name]) => !left.test(name))
  const line = [node.tagName, ...attributes.map(([name, value]) => `${name}="${shortened(value)}"`)].join(' ')
  // What KaTeX and highlight.js make is theirs.
  if (hasClass(node, 'katex')) return [indent + line]
  if (node.tagName === 'code') return [indent + line, ...codeLines(node).map((code) => `${indent}  | ${code}`)]
  return [indent + line, ...node.childNodes.flatMap((child) => linesOf(child, depth + 1))]
}

/** The lines of highlighted code, and the classes of its words. */
function codeLines(code: HtmlElement): string[] {
  const classes = new Set<string>()
  const visit = (node: HtmlNode): void => {
    if (!isElement(node)) return
    for (const name of (node.attrs.find((one) => one.name === 'class')?.value ?? '').split(/\s+/)) classes.add(name)
    for (const child of node.childNodes) visit(child)
  }
  for (const child of code.childNodes) visit(child)
  return [...textContent(code).split('\n'), ...(classes.size > 0 ? [`(${[...classes].sort().join(' ')})`] : [])]
}

/** The elements of HTML with their attributes and texts, as indented lines. */
export function htmlOutline(html: string): string {
  return `${parseFragment(html)
    .childNodes.flatMap((node) => linesOf(node, 0))
    .join('\n')}\n`
}
