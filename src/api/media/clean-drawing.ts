import { sanitise } from '../../document/sanitize/sanitise.ts'
import { SanitiseError } from '../../document/sanitize/sanitise-error.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { ContentRules } from '../decks/content-rules.ts'

/** An uploaded SVG without anything that runs or reaches out. Throws 422 for what is no drawing, or too much of one. */
export function cleanDrawing(source: string, rules: ContentRules): string {
  try {
    return sanitise(source, { context: 'svg-file', ...rules }).html
  } catch (error) {
    throw error instanceof SanitiseError ? invalid('file', error.message) : error
  }
}
