import type { Removal } from '../../document/sanitize/removals.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import type { SlideOrder, Structure } from '../../document/structure.ts'
import type { SlideId } from '../../document/types.ts'
import { type CleanSlide, cleanDeck, cleanSlide, cleanStructure } from './clean-content.ts'
import type { ContentRules } from './content-rules.ts'

/** The content part of a create or save, as it was sent. */
export interface SentContent {
  /** The whole deck's HTML, for simple clients. Wins over `slides`. */
  readonly data?: string
  readonly slides?: {
    readonly order?: SlideOrder
    readonly structure?: Structure
    readonly changed?: Readonly<Record<SlideId, string>>
    readonly notes?: Readonly<Record<SlideId, string>>
  }
  /** Notes beside `data`. */
  readonly notes?: Readonly<Record<SlideId, string>>
}

/** Content that passed the gate, ready to be written. */
export interface PreparedContent {
  /** All slides of the new deck, or only those that changed. */
  readonly whole: boolean
  /** Null: the order stays. A bare order takes the stacks' attributes from the order before. */
  readonly structure: Structure | null
  readonly order: SlideOrder | null
  readonly slides: readonly CleanSlide[]
  /** Notes by slide id; they win over notes found in the HTML. */
  readonly notes: Readonly<Record<SlideId, string>>
  /** What was taken out, by slide id; `structure` for markup between slides. */
  readonly removed: Readonly<Record<string, readonly Removal[]>>
}

function removedBy(slides: readonly CleanSlide[], between: readonly Removal[]): Record<string, readonly Removal[]> {
  const bySlide = slides.filter((slide) => slide.removed.length > 0).map((slide) => [slide.slide_id, slide.removed])
  return Object.fromEntries([...bySlide, ...(between.length > 0 ? [['structure', between]] : [])])
}

function cleanNotes(
  notes: Readonly<Record<SlideId, string>> | undefined,
  rules: ContentRules,
): Record<SlideId, string> {
  const cleaned = Object.entries(notes ?? {}).map(([id, text]) => [
    id,
    sanitize(text, { context: 'note', ...rules }).html,
  ])
  return Object.fromEntries(cleaned)
}

/** By slide id, the HTML as stored of the slides that something was taken out of. */
export function cleanedSlides({ slides }: Pick<PreparedContent, 'slides'>): Record<SlideId, string> {
  return Object.fromEntries(
    slides.filter((slide) => slide.removed.length > 0).map(({ slide_id, html }) => [slide_id, html]),
  )
}

/**
 * Checks and cleans the content of a create or save. It takes its time, so it runs outside every transaction.
 * Null when no content was sent. Throws 413 and 422.
 */
export function prepareContent(sent: SentContent, rules: ContentRules): PreparedContent | null {
  if (sent.data !== undefined) {
    const { structure, slides, removed } = cleanDeck(sent.data, rules)
    const notes = cleanNotes(sent.notes, rules)
    return { whole: true, structure, order: null, slides, notes, removed: removedBy(slides, removed) }
  }
  const delta = sent.slides
  if (!delta && !sent.notes) return null
  const slides = Object.entries(delta?.changed ?? {}).map(([id, html]) => cleanSlide(id, html, rules))
  const checked = delta?.structure ? cleanStructure(delta.structure, rules) : null
  return {
    whole: false,
    structure: checked?.structure ?? null,
    order: checked ? null : (delta?.order ?? null),
    slides,
    notes: cleanNotes({ ...sent.notes, ...delta?.notes }, rules),
    removed: removedBy(slides, checked?.removed ?? []),
  }
}
