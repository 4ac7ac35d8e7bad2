import type { EditorPageData } from '../../../api/deck-pages/editor-page-data.ts'
import { blockDataAttributes } from '../../../blocks/index.ts'
import type * as Sanitizer from '../../../document/sanitize/sanitize.ts'
import type { SanitizeOptions } from '../../../document/sanitize/sanitize.ts'
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

/** Options of the browser's own sanitizing. The server sanitizes again, with the exact list of hosts. */
export function sanitizeOptions(data: EditorPageData): SanitizeOptions {
  const appHost = new URL(data.site.baseUrl).hostname
  return {
    context: 'import',
    customClasses: data.customCss,
    mediaHosts: [appHost, `*.${appHost}`],
    appHosts: [appHost],
    blockAttributes: blockDataAttributes,
  }
}
