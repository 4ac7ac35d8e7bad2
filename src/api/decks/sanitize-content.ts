import { blockDataAttributes, blocks } from '../../blocks/index.ts'
import type { SlideId } from '../../document/deck-model.ts'
import { isBlank, parseFragment } from '../../document/html.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { slideLimits } from '../../document/sanitize/limits.ts'
import type { Removal } from '../../document/sanitize/removals.ts'
import { SANITIZER_VERSION, sanitize } from '../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../document/sanitize/sanitize-error.ts'
import { textOf } from '../../document/slide-text.ts'
import { assembleWith, type Structure, slideIds, structureOf } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { keepClean } from './clean-slides.ts'
import type { ContentRules } from './content-rules.ts'
import { keepParsed } from './parsed-slides.ts'

/** A sanitized slide. */
export interface SanitizedSlide {
  readonly slide_id: SlideId
  readonly html: string
  /** Notes found in the HTML; null if it has none, and then the stored notes stay. */
  readonly notes: string | null
  /** The text for the search index. */
  readonly text: string
  readonly sanitizer_version: number
  readonly removed: readonly Removal[]
  /** The author's HTML, if the sanitizer removed something. */
  readonly original: string | null
}

/** A sanitized deck. */
export interface SanitizedDeck {
  readonly structure: Structure
  readonly slides: readonly SanitizedSlide[]
  /** Removals between slides. */
  readonly removed: readonly Removal[]
}

function clean(html: string, context: 'slide' | 'import', rules: ContentRules) {
  try {
    return sanitize(html, { context, ...rules, blockAttributes: blockDataAttributes })
  } catch (error) {
    if (!(error instanceof SanitizeError)) throw error
    throw error.code === 'too-large' ? new HttpError(413, error.message) : invalid('data', error.message)
  }
}

/**
 * Sanitizes one slide for storage. The HTML must be one section with this data-id. Throws 413 if it is too large, 422
 * if it is not a slide or cannot be stored safely.
 */
export function sanitizeSlide(id: SlideId, html: string, rules: ContentRules): SanitizedSlide {
  if (Buffer.byteLength(html) > limits.slide.bytes) throw new HttpError(413, `Slide ${id} is too large`)
  const result = clean(html, 'slide', rules)
  // A nested section would be parsed as a stack when the whole deck is read.
  // Each parsing takes a good part of a save.
  const tree = result.tree ?? parseFragment(result.html)
  const parsed = parseSlides(result.html, blocks, tree)
  if (slideIds(parsed).join() !== id || parsed.stacks[0]!.attributes !== null || !isPlain(parsed)) {
    throw invalid('slides', `Slide ${id} must be one section with this data-id`)
  }
  const slide = parsed.slides[id]!
  const stored = renderSlide(slide, blocks)
  const text = textOf(tree)
  if (stored === result.html) {
    keepParsed(stored, slide)
    keepClean(slide, stored, { tree, text, cost: result.cost }, rules)
  }
  return {
    slide_id: id,
    html: stored,
    notes: result.notes[0]?.text ?? null,
    text,
    sanitizer_version: SANITIZER_VERSION,
    removed: result.removed,
    original: result.removed.length > 0 ? html : null,
  }
}

/** Checks a slide of a whole deck against the limits of a slide. */
function slideOfDeck(id: SlideId, html: string, rules: ContentRules): SanitizedSlide {
  if (html.length > slideLimits.dataUrl) return sanitizeSlide(id, html, rules)
  const plain = { notes: null, removed: [], original: null }
  return { ...plain, slide_id: id, html, text: textOf(html), sanitizer_version: SANITIZER_VERSION }
}

/**
 * Sanitizes a whole deck, as simple clients send it. Slides without a data-id get one. Throws 413 and 422 as
 * sanitizeSlide does.
 */
export function sanitizeDeck(html: string, rules: ContentRules): SanitizedDeck {
  if (Buffer.byteLength(html) > limits.deck.bytes) throw new HttpError(413, 'This deck is too large')
  const result = clean(html, 'import', rules)
  const parsed = parseSlides(result.html, blocks)
  // Parses the author's HTML only if something was removed, since parsing a deck twice is slow.
  const raw = result.removed.length > 0 ? parseSlides(html, blocks) : null
  const rawIds = raw ? slideIds(raw) : []
  const slides = slideIds(parsed).map((id, index): SanitizedSlide => {
    const slide = slideOfDeck(id, renderSlide(parsed.slides[id]!, blocks), rules)
    const removed = [...result.removed.filter((removal) => removal.slide === index), ...slide.removed]
    const rawId = rawIds[index]
    const original = removed.length > 0 && raw && rawId ? renderSlide(raw.slides[rawId]!, blocks) : slide.original
    const notes = result.notes.find((note) => note.slide === index)?.text ?? null
    return { ...slide, notes, removed, original }
  })
  return { structure: structureOf(parsed), slides, removed: result.removed.filter((removal) => removal.slide === null) }
}

/** Whether a structure contains only ids and white space, which need no sanitizing. */
function isPlain(structure: Structure): boolean {
  return (
    isBlank(structure.after) &&
    structure.stacks.every(
      (stack) =>
        isBlank(stack.before) &&
        stack.gaps.every(isBlank) &&
        (stack.attributes === null || Object.keys(stack.attributes).length === 0),
    )
  )
}

/**
 * Sanitizes a structure: the outer sections' attributes and the markup between slides. Throws 422 for a repeated slide,
 * an empty stack, a wrong number of gaps, or markup that splits the slides.
 */
export function sanitizeStructure(
  structure: Structure,
  rules: ContentRules,
): { structure: Structure; removed: readonly Removal[] } {
  const ids = slideIds(structure)
  if (new Set(ids).size !== ids.length) throw invalid('slides', 'A slide stands in the order twice')
  if (ids.length > limits.deck.slides) throw invalid('slides', `At most ${limits.deck.slides} slides`)
  for (const stack of structure.stacks) {
    const gaps = stack.attributes === null ? 0 : stack.slides.length + 1
    if (stack.gaps.length !== gaps || (stack.attributes === null && stack.slides.length !== 1)) {
      throw invalid('slides', 'A stack does not fit its slides')
    }
  }
  if (isPlain(structure)) return { structure, removed: [] }
  const skeleton = assembleWith(structure, (id) => `<section data-id="${id}"></section>`)
  const result = clean(skeleton, 'import', rules)
  const cleaned = structureOf(parseSlides(result.html, blocks))
  const same = slideIds(cleaned).join() === ids.join() && cleaned.stacks.length === structure.stacks.length
  if (!same) throw invalid('slides', 'The markup between slides breaks them apart')
  return { structure: cleaned, removed: result.removed }
}
