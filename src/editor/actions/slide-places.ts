import { limits } from '../../rules/limits.ts'
import { positionOf } from '../commands/find-slide.ts'
import { pickedSlides } from '../commands/picked-slides.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Whether the deck may have `more` slides than it has. */
export function hasRoomFor(state: EditorState, more: number): boolean {
  return Object.keys(state.deck.slides).length + more <= limits.deck.slides
}

/** Whether slides are left when the chosen ones go: a deck has at least one. */
export function leavesSome(state: EditorState): boolean {
  return Object.keys(state.deck.slides).length > pickedSlides(state).length
}

/** Where a copy of the chosen slides goes, seen from the last of them: one in a stack stays in the stack. */
export function besideOrBelow(state: EditorState): SlidePlace['side'] {
  const last = pickedSlides(state).at(-1)!
  const position = positionOf(state.deck, last)
  const stack = position && state.deck.stacks[position.h]
  if (!stack || stack.slides.length < 2) return 'right'
  return pickedSlides(state).every((id) => stack.slides.includes(id)) && state.picked.length < stack.slides.length
    ? 'below'
    : 'right'
}

/** '1 slide', '3 slides'. */
export function countedSlides(count: number): string {
  return count === 1 ? '1 slide' : `${count} slides`
}
