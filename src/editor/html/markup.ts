import { createPurifier, type Purify } from '../../player/purify.ts'

/** The windows of open canvas frames, each with a purifier that parses under its policy. */
const purifiers = new Map<Window, Purify>()
/** For markup that comes before any canvas is open. */
let own: Purify | null = null

/**
 * Lets markup be parsed in a canvas frame's window. The app's own policy forbids style attributes in everything that
 * is parsed under it, and slides are full of them; the canvas's policy allows them, and no scripts at all.
 */
export function parseUnder(window: Window): void {
  purifiers.set(window, createPurifier(window))
}

function livingPurifier(): Purify {
  for (const [window, purify] of purifiers) {
    if (!window.closed) return purify
    purifiers.delete(window)
  }
  own ??= createPurifier(window)
  return own
}

/**
 * Parsed markup, ready to be put into a document. What the editor shows has been sanitized before; this is a second
 * and independent pass, and the only way by which markup becomes elements here. It is parsed in a document where
 * nothing runs and nothing loads.
 */
export function fragmentOf(html: string): DocumentFragment {
  return livingPurifier()(html)
}
