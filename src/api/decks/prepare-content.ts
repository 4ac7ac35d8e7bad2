import type { SlideId } from '../../document/deck-model.ts'
import type { Removal } from '../../document/sanitize/removals.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import type { SlideOrder, Structure } from '../../document/structure.ts'
import type { ContentRules } from './content-rules.ts'
import { type SanitizedSlide, sanitizeDeck, sanitizeSlide, sanitizeStructure } from './sanitize-content.ts'

/** The content part of a create or save request. */
export interface SentContent {
  /** The whole deck's HTML, from simple clients. Takes precedence over `slides`. */
  readonly data?: string
  readonly slides?: {
    readonly order?: SlideOrder
    readonly structure?: Structure
    readonly changed?: Readonly<Record<SlideId, string>>
    readonly notes?: Readonly<Record<SlideId, string>>
  }
  /** Notes for `data`. */
  readonly notes?: Readonly<Record<SlideId, string>>
}

/** Sanitized content, ready to be written. */
export interface PreparedContent {
  /** Whether `slides` are all slides of the deck, or only the changed ones. */
  readonly whole: boolean
  /** Null keeps the present structure. If only `order` is given, stacks keep their attributes. */
  readonly structure: Structure | null
  readonly order: SlideOrder | null
  readonly slides: readonly SanitizedSlide[]
  /** Notes by slide id; they take precedence over notes in the HTML. */
  readonly notes: Readonly<Record<SlideId, string>>
  /** Removals by slide id; `structure` for markup between slides. */
  readonly removed: Readonly<Record<string, readonly Removal[]>>
}

function removedBy(slides: readonly SanitizedSlide[], between: readonly Removal[]): Record<string, readonly Removal[]> {
  const bySlide = slides.filter((slide) => slide.removed.length > 0).map((slide) => [slide.slide_id, slide.removed])
  return Object.fromEntries([...bySlide, ...(between.length > 0 ? [['structure', between]] : [])])
}

function sanitizeNotes(
  notes: Readonly<Record<SlideId, string>> | undefined,
  rules: ContentRules,
): Record<SlideId, string> {
  const cleaned = Object.entries(notes ?? {}).map(([id, text]) => [
    id,
    sanitize(text, { context: 'note', ...rules }).html,
  ])
  return Object.fromEntries(cleaned)
}

/** Stored HTML by slide id, for slides from which something was removed. */
export function cleanedSlides({ slides }: Pick<PreparedContent, 'slides'>): Record<SlideId, string> {
  return Object.fromEntries(
    slides.filter((slide) => slide.removed.length > 0).map(({ slide_id, html }) => [slide_id, html]),
  )
}

/**
 * Validates and sanitizes the content of a create or save. It is slow, so call it outside transactions. Null if the
 * request has no content. Throws 413 and 422.
 */
export function prepareContent(sent: SentContent, rules: ContentRules): PreparedContent | null {
  if (sent.data !== undefined) {
    const { structure, slides, removed } = sanitizeDeck(sent.data, rules)
    const notes = sanitizeNotes(sent.notes, rules)
    return { whole: true, structure, order: null, slides, notes, removed: removedBy(slides, removed) }
  }
  const delta = sent.slides
  if (!delta && !sent.notes) return null
  const slides = Object.entries(delta?.changed ?? {}).map(([id, html]) => sanitizeSlide(id, html, rules))
  const checked = delta?.structure ? sanitizeStructure(delta.structure, rules) : null
  return {
    whole: false,
    structure: checked?.structure ?? null,
    order: checked ? null : (delta?.order ?? null),
    slides,
    notes: sanitizeNotes({ ...sent.notes, ...delta?.notes }, rules),
    removed: removedBy(slides, checked?.removed ?? []),
  }
}
