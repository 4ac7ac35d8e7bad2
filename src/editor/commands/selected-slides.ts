import type { Deck, SlideId } from '../../document/deck-model.ts'
import { positionOf, slideOrder } from './find-slide.ts'
import type { SlidePlace } from './slide-commands.ts'

/** The slides that actions apply to, in reading order: those selected in the slide list, else the current one. */
export function selectedSlidesOf(state: {
  readonly deck: Deck
  readonly slideId: SlideId
  readonly selectedSlides: readonly SlideId[]
}): readonly SlideId[] {
  if (state.selectedSlides.length === 0) return [state.slideId]
  const chosen = new Set(state.selectedSlides)
  return slideOrder(state.deck).filter((id) => chosen.has(id))
}

/** All slides from one to another, in the order of `list`. If only one of the two is in it, only that one. */
export function slidesBetween(list: readonly SlideId[], from: SlideId, to: SlideId): readonly SlideId[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)]
  const ends = [a < 0 ? b : a, b < 0 ? a : b]
  return list.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/**
 * The place of slides moved one step later (1) or earlier (-1). Slides move past their neighbor in the stack; at the
 * end of the stack they leave it. Then they move past the next stack as a whole. `ids` are in reading order. Null at
 * the end of the deck.
 */
export function placeOneOn(deck: Deck, ids: readonly SlideId[], by: 1 | -1): SlidePlace | null {
  const edge = by > 0 ? ids.at(-1) : ids[0]
  const position = edge === undefined ? null : positionOf(deck, edge)
  if (!position) return null
  const moved = new Set(ids)
  const own = deck.stacks[position.h]!.slides
  const beyond = by > 0 ? own.slice(position.v + 1) : own.slice(0, position.v).reverse()
  const neighbor = beyond.find((id) => !moved.has(id))
  if (neighbor) return { side: by > 0 ? 'below' : 'above', of: neighbor }
  const staying = own.find((id) => !moved.has(id))
  const side = by > 0 ? 'right' : 'left'
  if (staying) return { side, of: staying }
  const next = deck.stacks[position.h + by]?.slides.find((id) => !moved.has(id))
  return next ? { side, of: next } : null
}
