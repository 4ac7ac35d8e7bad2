import { positionOf } from './slide-position.ts'
import type { Structure } from './structure.ts'
import type { SlideId, SlidePosition, Stack } from './types.ts'

/**
 * The number that people read on a slide, from 1: `3` for a slide alone, `3.2` for the second slide of a stack.
 * '' when the slide isn't in the deck.
 */
export function slideNumber(structure: Structure, id: SlideId): string {
  const position = positionOf(structure, id)
  if (!position) return ''
  return numberAt(structure.stacks[position.h]!, position)
}

/** The same for a place that is known: `stack` is the one at index `position.h`. */
export function numberAt(stack: Stack, position: SlidePosition): string {
  return stack.attributes === null ? String(position.h + 1) : `${position.h + 1}.${position.v + 1}`
}
