import { newSlideId } from './ids.ts'
import type { Block, Slide } from './types.ts'

/** A slide of its own, with these blocks or none. */
export function newSlide(blocks: readonly Block[] = []): Slide {
  // The list is copied because a slide's source hangs on it: two slides may never share one.
  return { id: newSlideId(), attributes: {}, blocks: [...blocks], notes: '' }
}
