/**
 * Makes an element like another of the same name, touching only what differs, so that pictures are not loaded again
 * and nothing flickers. `keep`: an element whose content and editing attributes stay as they are (it is being typed
 * into). `to` may be used up.
 */
export function morph(from: Element, to: Element, keep: Element | null): void {
  syncAttributes(from, to, from === keep)
  if (from === keep) return
  const [old, next] = [from.childNodes, to.childNodes]
  const sameForm =
    old.length === next.length && [...old].every((node, index) => node.nodeName === next[index]!.nodeName)
  if (!sameForm) {
    if (keep && from.contains(keep)) return
    from.replaceChildren(...next)
    return
  }
  for (let index = 0; index < old.length; index++) {
    const [node, twin] = [old[index]!, next[index]!]
    if (isElement(node) && isElement(twin)) morph(node, twin, keep)
    else if (node.nodeValue !== twin.nodeValue) node.nodeValue = twin.nodeValue
  }
}

/** Attributes of an element while its text is edited in place. */
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

/** Elements of the canvas's document are no instances of this document's Element. */
function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
