import { limits } from '../../rules/limits.ts'
import { positionOf } from '../commands/find-slide.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Whether `more` slides fit within the deck's limit. */
export function hasRoomFor(state: EditorState, more: number): boolean {
  return Object.keys(state.deck.slides).length + more <= limits.deck.slides
}

/** Whether the deck has slides that are not selected: a deck must keep at least one slide. */
export function leavesSome(state: EditorState): boolean {
  return Object.keys(state.deck.slides).length > selectedSlidesOf(state).length
}

/** The side of the last selected slide on which copies are inserted: below within a stack, else to the right. */
export function besideOrBelow(state: EditorState): SlidePlace['side'] {
  const last = selectedSlidesOf(state).at(-1)!
  const position = positionOf(state.deck, last)
  const stack = position && state.deck.stacks[position.h]
  if (!stack || stack.slides.length < 2) return 'right'
  return selectedSlidesOf(state).every((id) => stack.slides.includes(id)) &&
    state.selectedSlides.length < stack.slides.length
    ? 'below'
    : 'right'
}

/** '1 slide', '3 slides'. */
export function countedSlides(count: number): string {
  return count === 1 ? '1 slide' : `${count} slides`
}
