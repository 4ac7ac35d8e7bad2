import { blocks } from '../../blocks/index.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { slideIds } from '../../document/structure.ts'
import type { ContentRules } from '../decks/content-rules.ts'
import { cleanSlideAgain, freshHtml } from '../decks/fresh-content.ts'
import type { SlideTemplateRow } from './queries.ts'

function idOf(html: string): string {
  return slideIds(parseSlides(html, blocks))[0] ?? ''
}

/** A template's section as today's sanitizer leaves it; null when it refuses it. */
export function cleanTemplateAgain(html: string, rules: ContentRules): string | null {
  return cleanSlideAgain({ slide_id: idOf(html), html }, rules)?.html ?? null
}

/** A template as it may be shown, by the rules of slides. */
export function freshTemplate<Row extends Pick<SlideTemplateRow, 'html' | 'sanitizer_version'>>(
  row: Row,
  rules: ContentRules,
): Row {
  return { ...row, html: freshHtml({ ...row, slide_id: idOf(row.html), notes: '' }, rules) }
}
