import { blocks } from '../../blocks/index.ts'
import type { BlockId, Deck, Slide, SlideId, Stack } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { textOf } from '../../document/slide-text.ts'
import { slideIds, withSlides } from '../../document/structure.ts'
import { limits } from '../../rules/limits.ts'
import { copySlide } from '../commands/fresh-copy.ts'

/** The MIME type of copied slides: JSON with their HTML and notes. */
export const slidesType = 'application/x-lectern-slides+json'

/** Marks slides in text/html, since some browsers drop our own MIME type. */
const mark = 'data-lectern-slides'

/** Slides from a clipboard with new ids, and their stacks. */
export interface CopiedSlides {
  readonly slides: readonly Slide[]
  readonly columns: readonly Stack[]
  /** The id of each block on the clipboard, by its new id. */
  readonly originals: ReadonlyMap<BlockId, BlockId>
}

/** The clipboard data of slides: one entry per MIME type. Only our own format contains the notes. */
export function contentOfSlides(deck: Deck, ids: readonly SlideId[]): Readonly<Record<string, string>> {
  const part = { stacks: stacksOf(deck, new Set(ids)), slides: deck.slides, after: '\n' }
  const html = renderSlides(part, blocks)
  const notes = slideIds(part).map((id) => deck.slides[id]!.notes)
  return {
    [slidesType]: JSON.stringify({ version: 1, slides: html, notes }),
    'text/html': `<div ${mark}="1">${html}</div>`,
    'text/plain': textOf(html),
  }
}

/** The HTML of slides on a clipboard and their notes in order; null if there are none. Both are untrusted. */
export function readSlides(
  read: (type: string) => string,
): { readonly html: string; readonly notes: readonly string[] } | null {
  const own = fromJson(read(slidesType))
  if (own) return own
  const html = read('text/html')
  const start = html.indexOf(`<div ${mark}="1">`)
  const [first, last] = [html.indexOf('<section', start), html.lastIndexOf('</section>')]
  return start < 0 || first < 0 || last < first ? null : { html: html.slice(first, last + 10), notes: [] }
}

/** Parses sanitized HTML into slides with new ids; null if there are none. */
export function slidesFromHtml(html: string, notes: readonly string[]): CopiedSlides | null {
  const parsed = parseSlides(html, blocks)
  const copies = new Map(
    slideIds(parsed).map((id, index) => {
      const copy = copySlide(parsed.slides[id]!)
      return [id, { ...copy, notes: notes[index] ?? copy.notes }]
    }),
  )
  if (copies.size === 0) return null
  const originals = [...copies].flatMap(([id, copy]) =>
    copy.blocks.map((block, index) => [block.id, parsed.slides[id]!.blocks[index]!.id] as const),
  )
  const columns = parsed.stacks.map((stack) => ({
    ...withSlides(
      stack,
      stack.slides.map((id) => copies.get(id)!.id),
    ),
    before: '\n',
    gaps: stack.gaps.map(() => '\n'),
  }))
  return { slides: [...copies.values()], columns, originals: new Map(originals) }
}

/** The deck's stacks reduced to the slides with these ids. */
function stacksOf(deck: Deck, ids: ReadonlySet<SlideId>): readonly Stack[] {
  return deck.stacks.flatMap((stack): Stack[] => {
    const slides = stack.slides.filter((id) => ids.has(id))
    if (slides.length === 0) return []
    const attributes = slides.length > 1 ? (stack.attributes ?? {}) : null
    return [{ slides, attributes, before: '\n', gaps: attributes ? [...slides, ''].map(() => '\n') : [] }]
  })
}

function fromJson(json: string): { html: string; notes: string[] } | null {
  if (json === '') return null
  try {
    const { slides, notes } = JSON.parse(json) as { slides?: unknown; notes?: unknown }
    if (typeof slides !== 'string' || !Array.isArray(notes)) return null
    const texts = notes.map((note) => (typeof note === 'string' ? note.slice(0, limits.slide.notes) : ''))
    return { html: slides, notes: texts }
  } catch {
    // Malformed data under our MIME type.
    return null
  }
}
