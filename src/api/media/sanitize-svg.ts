import { sanitize } from '../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { ContentRules } from '../decks/content-rules.ts'

/** Sanitizes an uploaded SVG: no scripts, no external references. Throws 422 if it is no SVG or too complex. */
export function sanitizeSvg(source: string, rules: ContentRules): string {
  try {
    return sanitize(source, { context: 'svg-file', ...rules }).html
  } catch (error) {
    throw error instanceof SanitizeError ? invalid('file', error.message) : error
  }
}
