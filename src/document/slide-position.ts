import type { SlideId, SlidePosition } from './deck-model.ts'
import type { Structure } from './structure.ts'

/** A slide's position; null if it is not in the deck. Indices from 0. */
export function positionOf(structure: Structure, id: SlideId): SlidePosition | null {
  for (let h = 0; h < structure.stacks.length; h++) {
    const v = structure.stacks[h]!.slides.indexOf(id)
    if (v >= 0) return { h, v }
  }
  return null
}

/** The slide at a position, or null. Indices from 0. */
export function slideAt(structure: Structure, position: SlidePosition): SlideId | null {
  return structure.stacks[position.h]?.slides[position.v] ?? null
}
