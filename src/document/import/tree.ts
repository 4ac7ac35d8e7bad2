import { defaultTreeAdapter, html as parse5Html, serialize } from 'parse5'
import { attribute, type HtmlElement, type HtmlFragment, type HtmlNode, isElement, parseFragment } from '../html.ts'

/** Changes of parsed markup, before it is written out again and sanitized. */

type Parent = HtmlElement | HtmlFragment

/** The markup of a node's children. */
export function markupIn(parent: Parent): string {
  return serialize(parent)
}

/** The nodes of markup, without a parent. */
export function nodesOf(html: string): HtmlNode[] {
  const nodes = [...parseFragment(html).childNodes]
  for (const node of nodes) defaultTreeAdapter.detachNode(node)
  return nodes
}

export function newElement(tagName: string, attributes: Readonly<Record<string, string>> = {}): HtmlElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  return defaultTreeAdapter.createElement(tagName, parse5Html.NS.HTML, attrs)
}

export function appendText(parent: HtmlElement, text: string): void {
  defaultTreeAdapter.insertText(parent, text)
}

export function appendNodes(parent: Parent, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    defaultTreeAdapter.detachNode(node)
    defaultTreeAdapter.appendChild(parent, node)
  }
}

export function removeNode(node: HtmlNode): void {
  defaultTreeAdapter.detachNode(node)
}

export function replaceNode(node: HtmlNode, others: readonly HtmlNode[]): void {
  const parent = node.parentNode
  if (!parent) return
  for (const other of others) defaultTreeAdapter.insertBefore(parent, other, node)
  defaultTreeAdapter.detachNode(node)
}

/** Replaces all children. */
export function setChildren(parent: Parent, nodes: readonly HtmlNode[]): void {
  for (const child of [...parent.childNodes]) defaultTreeAdapter.detachNode(child)
  appendNodes(parent, nodes)
}

export function setAttribute(element: HtmlElement, name: string, value: string): void {
  const found = element.attrs.find((attr) => attr.name === name)
  if (found) found.value = value
  else element.attrs.push({ name, value })
}

export function removeAttribute(element: HtmlElement, name: string): void {
  element.attrs = element.attrs.filter((attr) => attr.name !== name)
}

export function classesOf(element: HtmlElement): string[] {
  return (attribute(element, 'class') ?? '').split(/[ \t\n\f\r]+/).filter((name) => name !== '')
}

export function hasClass(element: HtmlElement, name: string): boolean {
  return classesOf(element).includes(name)
}

/** All elements below a node that match, in document order; `inside` false: not those inside a match. */
export function elementsBelow(
  parent: Parent,
  matches: (element: HtmlElement) => boolean,
  inside = true,
): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue
      const isMatch = matches(node)
      if (isMatch) found.push(node)
      if (inside || !isMatch) visit(node.childNodes)
      // The markup of a template stands in a fragment of its own.
      if (node.tagName === 'template' && 'content' in node) visit((node.content as HtmlFragment).childNodes)
    }
  }
  visit(parent.childNodes)
  return found
}

/** Whether an element or one around it matches. */
export function isWithin(element: HtmlElement, matches: (element: HtmlElement) => boolean): boolean {
  for (let node: HtmlNode | Parent | null = element; node && 'tagName' in node; node = node.parentNode as Parent | null)
    if (matches(node as HtmlElement)) return true
  return false
}
