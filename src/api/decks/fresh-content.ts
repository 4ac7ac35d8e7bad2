import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { type Structure, singleStack, verticalStack } from '../../document/structure.ts'
import { type CleanSlide, cleanSlide, cleanStructure } from './clean-content.ts'
import type { StoredSlide, StoredStructure } from './content-queries.ts'
import type { ContentRules } from './content-rules.ts'

/** The owner's classes were allowed when the content was saved; a plan that ended since does not take them away. */
const asSaved = (rules: ContentRules): ContentRules => ({ ...rules, customClasses: true })

/** A stored slide as today's sanitizer leaves it; null when it refuses it. */
export function cleanSlideAgain(slide: Pick<StoredSlide, 'slide_id' | 'html'>, rules: ContentRules): CleanSlide | null {
  try {
    return cleanSlide(slide.slide_id, slide.html, asSaved(rules))
  } catch {
    return null
  }
}

/** What stands between and around stored slides, as today's sanitizer leaves it; null when it refuses it. */
export function cleanStructureAgain(structure: Structure, rules: ContentRules): Structure | null {
  try {
    return cleanStructure(structure, asSaved(rules)).structure
  } catch {
    return null
  }
}

/** A slide as it may be shown: cleaned again when an older sanitizer did it, and empty when today's refuses it. */
export function freshHtml(slide: StoredSlide, rules: ContentRules): string {
  if (slide.sanitizer_version >= SANITIZER_VERSION) return slide.html
  return cleanSlideAgain(slide, rules)?.html ?? `<section data-id="${slide.slide_id}"></section>`
}

/** The order of slides as it may be shown: in the same way, and without any markup between them when it is refused. */
export function freshStructure(stored: StoredStructure, rules: ContentRules): Structure {
  if (stored.sanitizer_version >= SANITIZER_VERSION) return stored.structure
  return cleanStructureAgain(stored.structure, rules) ?? withoutMarkup(stored.structure)
}

function withoutMarkup({ stacks }: Structure): Structure {
  const plain = stacks.map(({ slides, attributes }) => (attributes ? verticalStack(slides) : slides.map(singleStack)))
  return { stacks: plain.flat(), after: '' }
}
