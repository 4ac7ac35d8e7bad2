import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { type Structure, singleStack, verticalStack } from '../../document/structure.ts'
import type { StoredSlide, StoredStructure } from './content-queries.ts'
import type { ContentRules } from './content-rules.ts'
import { type SanitizedSlide, sanitizeSlide, sanitizeStructure } from './sanitize-content.ts'

/** Allows custom classes: they were allowed at the save, and stay even if the plan has ended since. */
const asSaved = (rules: ContentRules): ContentRules => ({ ...rules, customClasses: true })

/** Sanitizes a stored slide again. Null if today's sanitizer refuses it. */
export function resanitizeSlide(
  slide: Pick<StoredSlide, 'slide_id' | 'html'>,
  rules: ContentRules,
): SanitizedSlide | null {
  try {
    return sanitizeSlide(slide.slide_id, slide.html, asSaved(rules))
  } catch {
    return null
  }
}

/** Sanitizes the markup between stored slides again. Null if today's sanitizer refuses it. */
export function resanitizeStructure(structure: Structure, rules: ContentRules): Structure | null {
  try {
    return sanitizeStructure(structure, asSaved(rules)).structure
  } catch {
    return null
  }
}

/**
 * A stored slide's HTML, safe to show. Sanitizes it again if an older sanitizer stored it. Returns '' if today's
 * sanitizer refuses it.
 */
export function sanitizedHtml(slide: Omit<StoredSlide, 'since'>, rules: ContentRules): string {
  if (slide.sanitizer_version >= SANITIZER_VERSION) return slide.html
  return resanitizeSlide(slide, rules)?.html ?? `<section data-id="${slide.slide_id}"></section>`
}

/**
 * A stored structure, safe to show. Sanitizes it again as sanitizedHtml does, and omits refused markup between slides.
 */
export function sanitizedStructure(stored: StoredStructure, rules: ContentRules): Structure {
  if (stored.sanitizer_version >= SANITIZER_VERSION) return stored.structure
  return resanitizeStructure(stored.structure, rules) ?? withoutMarkup(stored.structure)
}

function withoutMarkup({ stacks }: Structure): Structure {
  const plain = stacks.map(({ slides, attributes }) => (attributes ? verticalStack(slides) : slides.map(singleStack)))
  return { stacks: plain.flat(), after: '' }
}
