import { isElement } from './text-dom.ts'

/** The class of caption paragraphs. */
export const captionClass = 'caption'

/** Whether a leaf is a line of a quotation. */
export function isQuoted(leaf: HTMLElement): boolean {
  return leaf.parentNode?.nodeName === 'BLOCKQUOTE'
}

/** Moves a leaf into a quotation: an adjacent one, or else a new one. */
export function quote(leaf: HTMLElement): void {
  if (isQuoted(leaf)) return
  const [before, after] = [leaf.previousElementSibling, leaf.nextElementSibling]
  if (before?.nodeName === 'BLOCKQUOTE') before.append(leaf)
  else {
    const made = leaf.ownerDocument.createElement('blockquote')
    leaf.replaceWith(made)
    made.append(leaf)
  }
  if (after?.nodeName !== 'BLOCKQUOTE') return
  leaf.after(...after.childNodes)
  after.remove()
}

/** Moves a line out of its quotation; the lines after it become a quotation of their own. Returns the leaf. */
export function unquote(leaf: HTMLElement): HTMLElement {
  const around = leaf.parentNode
  if (!isElement(around) || !isQuoted(leaf)) return leaf
  const following: ChildNode[] = []
  for (let at = leaf.nextSibling; at; at = at.nextSibling) following.push(at)
  around.after(leaf)
  if (following.length > 0) {
    const rest = around.cloneNode(false) as HTMLElement
    rest.append(...following)
    leaf.after(rest)
  }
  if (around.childNodes.length === 0) around.remove()
  return leaf
}

/** Makes a leaf a caption, or a plain paragraph. */
export function setCaption(leaf: HTMLElement, on: boolean): void {
  leaf.classList.toggle(captionClass, on)
  if (leaf.getAttribute('class') === '') leaf.removeAttribute('class')
}
