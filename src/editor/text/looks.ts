import { isolate } from './marks.ts'
import { isElement, isLeaf, isList, textNodesOf } from './text-dom.ts'

/** The value of a CSS property declared by the nearest element around a node within the root; '' if none. */
export function lookAround(root: HTMLElement, node: Node, property: string): string {
  return spanWith(root, node, property)?.style.getPropertyValue(property) ?? ''
}

/** Sets a CSS property of text nodes. `lookOf` returns the value for a node; '' removes the property. */
export function setLook(
  root: HTMLElement,
  nodes: readonly Text[],
  property: string,
  lookOf: (node: Text) => string,
): void {
  for (const node of nodes) {
    removeLook(root, node, property)
    const value = lookOf(node)
    if (value !== '') spanAround(node).style.setProperty(property, value)
  }
}

/** Removes all inline styles from text nodes. Spans with other attributes (formulas) stay. */
export function removeLooks(root: HTMLElement, nodes: readonly Text[]): void {
  const styled = (node: Text): HTMLElement | null => {
    for (let at = node.parentNode; at && at !== root && !isLeaf(at); at = at.parentNode) {
      if (isElement(at) && at.hasAttribute('style')) return at
    }
    return null
  }
  for (const node of nodes) {
    for (let span = styled(node); span; span = styled(node)) {
      isolate(node, span)
      span.removeAttribute('style')
      dropBareSpan(span)
    }
  }
}

/** Applies a size and color shared by all of an item's text to its list marker, and removes outdated ones. */
export function followMarkers(root: HTMLElement): void {
  for (const item of root.querySelectorAll('li')) {
    const nodes = ownTextOf(item)
    for (const [property, marker] of [
      ['color', '--marker-color'],
      ['font-size', '--marker-size'],
    ] as const) {
      const looks = new Set(nodes.map((node) => lookAround(root, node, property)))
      const [look = ''] = looks
      if (looks.size === 1 && look !== '') item.style.setProperty(marker, look)
      else if (item.style.getPropertyValue(marker) !== '') item.style.removeProperty(marker)
    }
    if (item.getAttribute('style') === '') item.removeAttribute('style')
  }
}

function removeLook(root: HTMLElement, node: Text, property: string): void {
  for (let span = spanWith(root, node, property); span; span = spanWith(root, node, property)) {
    isolate(node, span)
    span.style.removeProperty(property)
    if (span.getAttribute('style') === '') span.removeAttribute('style')
    dropBareSpan(span)
  }
}

function dropBareSpan(span: HTMLElement): void {
  if (span.nodeName === 'SPAN' && span.attributes.length === 0) span.replaceWith(...span.childNodes)
}

function spanWith(root: HTMLElement, node: Node, property: string): HTMLElement | null {
  for (let at = node.parentNode; at && at !== root && !isLeaf(at); at = at.parentNode) {
    if (isElement(at) && at.style.getPropertyValue(property) !== '') return at
  }
  return null
}

function spanAround(node: Text): HTMLElement {
  const parent = node.parentNode
  if (isElement(parent) && parent.nodeName === 'SPAN' && parent.childNodes.length === 1) return parent
  const span = node.ownerDocument.createElement('span')
  node.replaceWith(span)
  span.append(node)
  return span
}

/** An item's own text nodes, without those of nested lists. */
function ownTextOf(item: Element): Text[] {
  const own = [...item.childNodes].filter((node) => !isList(node))
  return own
    .flatMap((node) => (node.nodeType === 3 ? [node as Text] : textNodesOf(node)))
    .filter((node) => node.data.trim() !== '')
}
