import DOMPurify, { type DOMPurify as Purifier, type WindowLike } from 'dompurify'

/** The windows of open canvas frames, each with a purifier that parses under its policy. */
const purifiers = new Map<Window, Purifier>()

/**
 * Lets markup be parsed in a canvas frame's window. The app's own policy forbids style attributes in everything that
 * is parsed under it, and slides are full of them; the canvas's policy allows them, and no scripts at all.
 */
export function parseUnder(window: Window): void {
  purifiers.set(window, DOMPurify(window as unknown as WindowLike))
}

function livingPurifier(): Purifier {
  for (const [window, purifier] of purifiers) {
    if (!window.closed) return purifier
    purifiers.delete(window)
  }
  return DOMPurify
}

/**
 * Parsed markup, ready to be put into a document. What the editor shows has been sanitised before; this is a second
 * and independent pass, and the only way by which markup becomes elements here. It is parsed in a document where
 * nothing runs and nothing loads.
 */
export function fragmentOf(html: string): DocumentFragment {
  const options = { RETURN_DOM_FRAGMENT: true as const, ADD_ATTR: ['target'], FORBID_TAGS: ['style', 'form'] }
  return livingPurifier().sanitize(html, options)
}
