import { commonEnds, hunksBetween } from '../../document/text/sequence-diff.ts'
import { isElement, isText } from './text-dom.ts'

/**
 * Makes the content of an element like that of another. Equal nodes are not touched; of a changed text node only the
 * changed characters are replaced, so that ranges in the rest stay. Nodes of `to` are copied.
 */
export function patchChildren(from: Element, to: ParentNode & Node): void {
  const [old, next] = [[...from.childNodes], [...to.childNodes]]
  for (const hunk of hunksBetween(old.map(markupOf), next.map(markupOf)).toReversed()) {
    replaceRun(from, old.slice(hunk.from, hunk.to), next.slice(hunk.start, hunk.end), old[hunk.to] ?? null)
  }
}

/** Makes neighboring nodes like others. Those without a counterpart are removed or added, at the less similar end. */
function replaceRun(parent: Element, old: readonly ChildNode[], next: readonly ChildNode[], after: Node | null): void {
  const pairs = Math.min(old.length, next.length)
  const atEnd = pairs > 0 && likeness(old.at(-1)!, next.at(-1)!) > likeness(old[0]!, next[0]!)
  const paired = <T>(nodes: readonly T[]): readonly T[] =>
    atEnd ? nodes.slice(nodes.length - pairs) : nodes.slice(0, pairs)
  const place = atEnd ? old[old.length - pairs]! : after
  for (const node of next) if (!paired(next).includes(node)) parent.insertBefore(copyOf(parent, node), place)
  for (const node of old) if (!paired(old).includes(node)) node.remove()
  for (const [index, node] of paired(old).entries()) patchNode(node, paired(next)[index]!)
}

/** The number of characters in the common start and end of two nodes' texts. */
function likeness(node: Node, other: Node): number {
  const [text, otherText] = [node.textContent ?? '', other.textContent ?? '']
  const { head, tail } = commonEnds(text, otherText)
  return head + tail
}

function patchNode(node: ChildNode, to: ChildNode): void {
  if (isText(node) && isText(to)) patchText(node, to.data)
  else if (isElement(node) && isElement(to) && node.nodeName === to.nodeName) {
    patchAttributes(node, to)
    patchChildren(node, to)
  } else node.replaceWith(copyOf(node, to))
}

function patchText(node: Text, to: string): void {
  const { head, tail } = commonEnds(node.data, to)
  node.replaceData(head, node.length - head - tail, to.slice(head, to.length - tail))
}

function patchAttributes(node: Element, to: Element): void {
  for (const { name } of [...node.attributes]) if (!to.hasAttribute(name)) node.removeAttribute(name)
  for (const { name, value } of to.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

function copyOf(place: Node, node: Node): Node {
  return place.ownerDocument!.importNode(node, true)
}

function markupOf(node: ChildNode): string {
  return isElement(node) ? node.outerHTML : `${node.nodeType} ${node.nodeValue}`
}
