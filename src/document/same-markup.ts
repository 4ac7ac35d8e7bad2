import { parseDeclarations } from './css-declarations.ts'
import { type HtmlElement, type HtmlFragment, type HtmlNode, isBlank, isElement, isText } from './html.ts'

/**
 * Attributes derived from others or set by the sanitizer. They may differ, since they contain no input of the author: a
 * shape's path follows from its name and size, and a newer version may draw it differently.
 */
const derived: Readonly<Record<string, readonly string[]>> = {
  svg: ['viewBox'],
  path: ['d'],
  iframe: ['sandbox', 'allow', 'referrerpolicy', 'loading', 'allowfullscreen', 'frameborder'],
  a: ['rel', 'target'],
}

/**
 * Whether two pieces of markup are equivalent: the same elements, attributes, styles and text. Ignores white space
 * between elements, the order of attributes and classes, style formatting, derived attributes, and everything in elements
 * that are derived as a whole (their tag names).
 */
export function sameMarkup(
  a: HtmlElement | HtmlFragment,
  b: HtmlElement | HtmlFragment,
  derivedTags: readonly string[] = [],
): boolean {
  const pairs: [HtmlElement | HtmlFragment, HtmlElement | HtmlFragment][] = [[a, b]]
  while (pairs.length > 0) {
    const [left, right] = pairs.pop()!
    const leftNodes = meaningful(left)
    const rightNodes = meaningful(right)
    if (leftNodes.length !== rightNodes.length) return false
    for (let i = 0; i < leftNodes.length; i++) {
      const one = leftNodes[i]!
      const other = rightNodes[i]!
      if (one.nodeName !== other.nodeName) return false
      if (derivedTags.includes(one.nodeName)) continue
      if (isElement(one) && isElement(other)) {
        if (!sameAttributes(one, other)) return false
        pairs.push([one, other])
      } else if (isText(one) && isText(other) ? one.value !== other.value : !sameComment(one, other)) return false
    }
  }
  return true
}

function meaningful(parent: HtmlElement | HtmlFragment): HtmlNode[] {
  if (parent.nodeName === 'pre' || parent.nodeName === 'code') return parent.childNodes
  return parent.childNodes.filter((node) => !isText(node) || !isBlank(node.value))
}

function sameComment(one: HtmlNode, other: HtmlNode): boolean {
  return 'data' in one && 'data' in other && one.data === other.data
}

function sameAttributes(one: HtmlElement, other: HtmlElement): boolean {
  const left = comparable(one)
  const right = comparable(other)
  if (left.size !== right.size) return false
  for (const [name, value] of left) if (right.get(name) !== value) return false
  return true
}

function comparable(element: HtmlElement): Map<string, string> {
  const ignored = derived[element.tagName]
  const found = new Map<string, string>()
  for (const { name, value } of element.attrs) {
    if (ignored?.includes(name)) continue
    if (name === 'class') found.set(name, value.split(/\s+/).filter(Boolean).sort().join(' '))
    else if (name === 'style') found.set(name, plainStyle(value))
    else found.set(name, value)
  }
  return found
}

function plainStyle(style: string): string {
  const declarations = parseDeclarations(style)
  if (!declarations) return style
  return declarations.map(([property, value]) => `${property}:${value.replace(/\s*([\s,()])\s*/g, '$1')}`).join(';')
}
