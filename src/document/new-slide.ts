import type { Block, Slide } from './deck-model.ts'
import { newSlideId } from './ids.ts'

/** A new slide with these blocks, or empty. */
export function newSlide(blocks: readonly Block[] = []): Slide {
  // Copied because the array is the key of the slide's source: two slides must never share it.
  return { id: newSlideId(), attributes: {}, blocks: [...blocks], notes: '' }
}
