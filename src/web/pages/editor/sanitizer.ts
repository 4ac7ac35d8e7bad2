import type * as Sanitizer from '../../../document/sanitize/sanitize.ts'
import { loadPart } from '../../../editor/state/load-part.ts'
import { messages } from '../../../rules/messages.ts'

let loaded: typeof Sanitizer | null = null

/** Loads the sanitizer; see EditorServices.loadSanitizer. */
export function loadSanitizer(): Promise<void> | null {
  if (loaded) return null
  return loadPart(import('../../../document/sanitize/sanitize.ts')).then((module) => {
    loaded = module
  })
}

/** The sanitizer. Throws before it is loaded. */
export function loadedSanitizer(): typeof Sanitizer {
  if (!loaded) throw new Error(messages.deck.partLoadFailed)
  return loaded
}
