import { positionOf } from './slide-position.ts'
import type { Structure } from './structure.ts'
import type { SlideId } from './types.ts'

/**
 * The number that people read on a slide, from 1: `3` for a slide alone, `3.2` for the second slide of a stack.
 * '' when the slide isn't in the deck.
 */
export function slideNumber(structure: Structure, id: SlideId): string {
  const position = positionOf(structure, id)
  if (!position) return ''
  const stack = structure.stacks[position.h]!
  return stack.attributes === null ? String(position.h + 1) : `${position.h + 1}.${position.v + 1}`
}
