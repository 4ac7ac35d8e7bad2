import type { Deck, SlideId } from '../../document/deck-model.ts'
import { positionOf } from '../commands/find-slide.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'
import type { DropPlace, PointInItem } from './drop-place.ts'

/** The four directions in the overview. */
export type OverviewDirection = 'left' | 'right' | 'up' | 'down'

/**
 * Where a drop at a point of a slide in the overview inserts: near its sides next to its stack, otherwise above or
 * below it.
 */
export function overviewDropPlace(_deck: Deck, of: SlideId, { down, across }: PointInItem): DropPlace {
  if (across < 0.25) return { side: 'left', of, edge: 'before', nested: false }
  if (across > 0.75) return { side: 'right', of, edge: 'after', nested: false }
  if (down < 0.5) return { side: 'above', of, edge: 'before', nested: true }
  return { side: 'below', of, edge: 'after', nested: true }
}

/**
 * The neighbor of a slide in the overview: to the sides at the same height or the lowest there is. Null at the edge.
 */
export function overviewNeighbor(deck: Deck, slideId: SlideId, direction: OverviewDirection): SlideId | null {
  const at = positionOf(deck, slideId)
  if (!at) return null
  if (direction === 'up' || direction === 'down')
    return deck.stacks[at.h]!.slides[at.v + (direction === 'down' ? 1 : -1)] ?? null
  const beside = deck.stacks[at.h + (direction === 'right' ? 1 : -1)]?.slides
  return beside?.[Math.min(at.v, beside.length - 1)] ?? null
}

/**
 * Where slides move by one step in the overview: up and down within their stack, to the sides out of it. If they are
 * the whole stack, they move past the next one. `ids` in reading order; null if there is no such place.
 */
export function overviewMove(deck: Deck, ids: readonly SlideId[], direction: OverviewDirection): SlidePlace | null {
  const edge = direction === 'right' || direction === 'down' ? ids.at(-1) : ids[0]
  const at = edge === undefined ? null : positionOf(deck, edge)
  if (!at) return null
  const own = deck.stacks[at.h]!.slides
  if (direction === 'up' || direction === 'down') {
    const next = own[at.v + (direction === 'down' ? 1 : -1)]
    return next && !ids.includes(next) ? { side: direction === 'down' ? 'below' : 'above', of: next } : null
  }
  const staying = own.find((id) => !ids.includes(id))
  if (staying) return { side: direction, of: staying }
  const beside = deck.stacks[at.h + (direction === 'right' ? 1 : -1)]?.slides.find((id) => !ids.includes(id))
  return beside ? { side: direction, of: beside } : null
}
