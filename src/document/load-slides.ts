import type { BlockList } from './block-list.ts'
import type { BlockId, Slide, SlideId, Slides } from './deck-model.ts'
import { parseSlide } from './parse-slide.ts'
import { type Structure, slideIds } from './structure.ts'
import { withUniqueBlocks } from './unique-blocks.ts'

/**
 * Assembles a deck from its stored parts: the structure, each slide's HTML and the notes. `html[id]` must be a section
 * with that data-id. Notes in the HTML count only where `notes` has none. Throws an Error that names the slide if one
 * is missing. `parse` parses a slide's HTML.
 */
export function loadSlides(
  structure: Structure,
  html: Readonly<Record<SlideId, string>>,
  notes: Readonly<Record<SlideId, string>>,
  blocks: BlockList,
  parse: (html: string) => Slide = (source) => parseSlide(source, blocks),
): Slides {
  const slides: Record<SlideId, Slide> = {}
  const usedIds = new Set<BlockId>()
  for (const id of slideIds(structure)) {
    if (!Object.hasOwn(html, id)) throw new Error(`The HTML of slide ${id} is missing`)
    const parsed = withUniqueBlocks(parse(html[id]!), usedIds)
    const note = Object.hasOwn(notes, id) ? notes[id]! : parsed.notes
    slides[id] = parsed.id === id && parsed.notes === note ? parsed : { ...parsed, id, notes: note }
  }
  return { stacks: structure.stacks, slides, after: structure.after }
}
