import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { isBlank } from '../../document/html.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { renderSlides } from '../../document/render-slides.ts'
import type { Removal, Sanitized } from '../../document/sanitize/sanitize.ts'
import { slideIds } from '../../document/structure.ts'
import { withUniqueBlocks } from '../../document/unique-blocks.ts'
import { limits } from '../../rules/limits.ts'

/** Sanitizes markup; throws an Error with a message for the user if it is too large. See EditorServices.clean. */
export type Clean = (html: string, context: 'slide' | 'import') => Sanitized

/**
 * The result of parsing a user's markup: the content and what the sanitizer removed, or the reason why it was refused.
 */
export type ReadHtml<T> = { readonly content: T; readonly removed: readonly Removal[] } | { readonly refused: string }

/** The slide's HTML for the HTML editor: with the speaker's notes. */
export function slideHtml(slide: Slide): string {
  return renderSlide(slide, blocks, { notes: true })
}

/** The deck's HTML for the HTML editor: with the speaker's notes, trimmed. */
export function deckHtml(deck: Deck): string {
  return renderSlides(deck, blocks, { notes: true }).trim()
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const oneSlide = 'One slide is one section, and a section holds no other one.'

/**
 * Parses the HTML of one slide. The slide keeps its id, whatever the markup says. Markup without a section is wrapped
 * in one.
 */
export function readSlideHtml(html: string, deck: Deck, slideId: SlideId, clean: Clean): ReadHtml<Slide> {
  if (new TextEncoder().encode(html).length > limits.slide.bytes) return { refused: 'This is too much for one slide.' }
  const section = /<section[\s>]/i.test(html) ? html : `<section>${html}</section>`
  try {
    const foreign = clean(section, 'import')
    const cleaned = clean(foreign.html, 'slide')
    const parsed = parseSlides(cleaned.html, blocks)
    const [id, ...more] = slideIds(parsed)
    const stack = parsed.stacks[0]
    if (id === undefined || more.length > 0 || stack?.attributes !== null) return { refused: oneSlide }
    if (!isBlank(stack.before) || !isBlank(parsed.after))
      return { refused: 'Everything must stand inside the section.' }
    const taken = new Set(otherSlides(deck, slideId).flatMap((slide) => slide.blocks.map((block) => block.id)))
    const notes = foreign.notes[0]?.text ?? ''
    const slide = { ...withUniqueBlocks(parsed.slides[id]!, taken), id: slideId, notes }
    return { content: keepUnchanged(deck.slides[slideId], slide), removed: [...foreign.removed, ...cleaned.removed] }
  } catch (error) {
    return { refused: reasonOf(error) }
  }
}

/** Parses the HTML of a whole deck. Unchanged slides stay the same objects. */
export function readDeckHtml(html: string, deck: Deck, clean: Clean): ReadHtml<Slides> {
  try {
    const { html: cleaned, notes, removed } = clean(html, 'import')
    const parsed = parseSlides(cleaned, blocks)
    const ids = slideIds(parsed)
    if (ids.length === 0) return { refused: 'There is no slide in it: each slide is a section.' }
    if (ids.length > limits.deck.slides) return { refused: `A deck has at most ${limits.deck.slides} slides.` }
    const noteOf = new Map(notes.map((note) => [ids[note.slide], note.text]))
    const slides = ids.map((id): [SlideId, Slide] => {
      const slide = { ...parsed.slides[id]!, notes: noteOf.get(id) ?? '' }
      return [id, keepUnchanged(deck.slides[id], slide)]
    })
    return { content: { stacks: parsed.stacks, slides: Object.fromEntries(slides), after: parsed.after }, removed }
  } catch (error) {
    return { refused: reasonOf(error) }
  }
}

function otherSlides(deck: Deck, slideId: SlideId): Slide[] {
  return Object.values(deck.slides).filter((slide) => slide.id !== slideId)
}

/** The earlier slide if the new one is equal: it keeps its bytes and does not count as changed. */
function keepUnchanged(before: Slide | undefined, next: Slide): Slide {
  if (!before || before.notes !== next.notes) return next
  return renderSlide(before, blocks) === renderSlide(next, blocks) ? before : next
}

/** What the sanitizer removed, in one sentence for a toast. */
export function removedSentence(removed: readonly Removal[]): string {
  const messages = [...new Set(removed.map((removal) => removal.message))]
  const more = messages.length > 3 ? ` And ${messages.length - 3} more.` : ''
  return `Some markup can't be kept and was taken out: ${messages.slice(0, 3).join(' ')}${more}`
}
