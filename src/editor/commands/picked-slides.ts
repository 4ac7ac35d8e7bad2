import type { Deck, SlideId } from '../../document/types.ts'
import { positionOf, slideOrder } from './find-slide.ts'
import type { SlidePlace } from './slide-commands.ts'

/** What verbs for slides are about: the slides chosen together in the list, else the one on the canvas. In reading order. */
export function pickedSlides(state: {
  readonly deck: Deck
  readonly slideId: SlideId
  readonly picked: readonly SlideId[]
}): readonly SlideId[] {
  if (state.picked.length === 0) return [state.slideId]
  const chosen = new Set(state.picked)
  return slideOrder(state.deck).filter((id) => chosen.has(id))
}

/** All slides between two, both included, in the order of `list`. One that isn't in it counts as the other. */
export function slidesBetween(list: readonly SlideId[], from: SlideId, to: SlideId): readonly SlideId[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)]
  const ends = [a < 0 ? b : a, b < 0 ? a : b]
  return list.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/**
 * Where some slides go when they are moved one on (1) or back (-1): past their neighbor in the stack, at its end out
 * of it, and from there past the next stack as a whole. `ids` in reading order. Null at the end of the deck.
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
