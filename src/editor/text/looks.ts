import { isolate } from './marks.ts'
import { isElement, isLeaf, isList, textNodesOf } from './text-dom.ts'

/** The declaration of a property around a node within the root: that of the nearest element that has one; '' for none. */
export function lookAround(root: HTMLElement, node: Node, property: string): string {
  return spanWith(root, node, property)?.style.getPropertyValue(property) ?? ''
}

/** Gives text nodes a look of their own, or ('') takes it away. `lookOf`: the value for each of them. */
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

/** Takes every look away from text nodes. What a span is besides its looks (a formula) stays. */
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

/** Size and color that all of an item has are its marker's too. Items that have it no longer lose it. */
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

/** An item's own text, without that of the lists in it. */
function ownTextOf(item: Element): Text[] {
  const own = [...item.childNodes].filter((node) => !isList(node))
  return own
    .flatMap((node) => (node.nodeType === 3 ? [node as Text] : textNodesOf(node)))
    .filter((node) => node.data.trim() !== '')
}
