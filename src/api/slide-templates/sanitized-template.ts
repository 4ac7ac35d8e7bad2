import { blocks } from '../../blocks/index.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { slideIds } from '../../document/structure.ts'
import type { ContentRules } from '../decks/content-rules.ts'
import { resanitizeSlide, sanitizedHtml } from '../decks/sanitized-content.ts'
import type { SlideTemplateRow } from './queries.ts'

function idOf(html: string): string {
  return slideIds(parseSlides(html, blocks))[0] ?? ''
}

/** Sanitizes a template again. Null if today's sanitizer refuses it. */
export function resanitizeTemplate(html: string, rules: ContentRules): string | null {
  return resanitizeSlide({ slide_id: idOf(html), html }, rules)?.html ?? null
}

/** A template with HTML that is safe to show; see sanitizedHtml. */
export function sanitizedTemplate<Row extends Pick<SlideTemplateRow, 'html' | 'sanitizer_version'>>(
  row: Row,
  rules: ContentRules,
): Row {
  return { ...row, html: sanitizedHtml({ ...row, slide_id: idOf(row.html), notes: '' }, rules) }
}
