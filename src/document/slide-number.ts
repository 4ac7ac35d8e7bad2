import type { SlideId, SlidePosition, Slides, Stack } from './deck-model.ts'
import { positionOf } from './slide-position.ts'
import { isHiddenStack, type Structure } from './structure.ts'

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

const numbered = new WeakMap<Slides, ReadonlyMap<SlideId, string>>()

/**
 * The numbers of all slides as an audience sees them: hidden slides are left out of the count, and uncounted ones have
 * none ('').
 */
export function shownNumbers(deck: Slides): ReadonlyMap<SlideId, string> {
  const cached = numbered.get(deck)
  if (cached) return cached
  const numbers = new Map<SlideId, string>()
  const visibility = (id: SlideId) => deck.slides[id]?.attributes['data-visibility']
  let h = 0
  for (const stack of deck.stacks) {
    let v = 0
    for (const id of stack.slides) {
      numbers.set(id, visibility(id) === 'uncounted' ? '' : numberAt(stack, { h, v }))
      if (visibility(id) !== 'hidden') v += 1
    }
    if (v > 0 && !isHiddenStack(stack)) h += 1
  }
  numbered.set(deck, numbers)
  return numbers
}
