import { createPurifier, type Purify } from '../../player/purify.ts'

/** The window of each open canvas frame, with a purifier that parses under the frame's CSP. */
const purifiers = new Map<Window, Purify>()
/** Parses under the app's CSP while no canvas is open. */
let appPurifier: Purify | null = null

/**
 * Registers a canvas frame's window for parsing. The app's CSP forbids style attributes in everything parsed under it,
 * and slides need them. The canvas's CSP allows them and forbids scripts.
 */
export function parseUnder(window: Window): void {
  purifiers.set(window, createPurifier(window))
}

function currentPurifier(): Purify {
  for (const [window, purify] of purifiers) {
    if (!window.closed) return purify
    purifiers.delete(window)
  }
  appPurifier ??= createPurifier(window)
  return appPurifier
}

/**
 * Markup as DOM nodes. The editor's content was sanitized before; this is a second, independent pass, and the only way
 * from markup to elements. It is parsed in a document in which no script runs and nothing is loaded.
 */
export function fragmentOf(html: string): DocumentFragment {
  return currentPurifier()(html)
}
