import type { SlideId, SlidePosition, Stack } from './deck-model.ts'
import { positionOf } from './slide-position.ts'
import type { Structure } from './structure.ts'

/**
 * Displayed number of a slide, from 1: `3`, or `3.2` for the second slide of a stack. '' if the slide is not in the
 * deck.
 */
export function slideNumber(structure: Structure, id: SlideId): string {
  const position = positionOf(structure, id)
  if (!position) return ''
  return numberAt(structure.stacks[position.h]!, position)
}

/** The same for a known position: `stack` is the one at index `position.h`. */
export function numberAt(stack: Stack, position: SlidePosition): string {
  return stack.attributes === null ? String(position.h + 1) : `${position.h + 1}.${position.v + 1}`
}
