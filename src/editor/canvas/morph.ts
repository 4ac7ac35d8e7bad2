/**
 * Changes an element into another of the same name by changing only the differences, so that pictures are not reloaded
 * and nothing flickers. `keep` is the element being edited: its content and editing attributes are not changed. `to`
 * may lose its children.
 */
export function morph(from: Element, to: Element, keep: Element | null): void {
  syncAttributes(from, to, from === keep)
  if (from === keep) return
  const [old, next] = [from.childNodes, to.childNodes]
  const hasSameNodes =
    old.length === next.length && [...old].every((node, index) => node.nodeName === next[index]!.nodeName)
  if (!hasSameNodes) {
    if (keep && from.contains(keep)) return
    from.replaceChildren(...next)
    return
  }
  for (let index = 0; index < old.length; index++) {
    const [node, target] = [old[index]!, next[index]!]
    if (isElement(node) && isElement(target)) morph(node, target, keep)
    else if (node.nodeValue !== target.nodeValue) node.nodeValue = target.nodeValue
  }
}

/** The attributes that text editing adds to an element. */
export const editingAttributes: ReadonlySet<string> = new Set([
  'contenteditable',
  'spellcheck',
  'role',
  'aria-label',
  'aria-multiline',
])

function syncAttributes(from: Element, to: Element, keepsEditing: boolean): void {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(keepsEditing && editingAttributes.has(name))) from.removeAttribute(name)
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value)
  }
}

/** A check by nodeType: elements of the canvas frame are not instances of this window's Element. */
function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
