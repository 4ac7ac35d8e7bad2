import { sanitize } from '../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { ContentRules } from '../decks/content-rules.ts'

/** An uploaded SVG without anything that runs or reaches out. Throws 422 for what is no drawing, or too much of one. */
export function cleanDrawing(source: string, rules: ContentRules): string {
  try {
    return sanitize(source, { context: 'svg-file', ...rules }).html
  } catch (error) {
    throw error instanceof SanitizeError ? invalid('file', error.message) : error
  }
}
