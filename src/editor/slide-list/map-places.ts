import type { Deck, SlideId } from '../../document/types.ts'
import { positionOf } from '../commands/find-slide.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'
import type { DropPlace, PointInItem } from './drop-place.ts'

/** The four ways on the map. */
export type MapWay = 'left' | 'right' | 'up' | 'down'

/** What dropping at a point of a slide of the map means: near its sides beside its stack, else above or below it. */
export function mapDropPlace(_deck: Deck, of: SlideId, { down, across }: PointInItem): DropPlace {
  if (across < 0.25) return { side: 'left', of, edge: 'before', nested: false }
  if (across > 0.75) return { side: 'right', of, edge: 'after', nested: false }
  if (down < 0.5) return { side: 'above', of, edge: 'before', nested: true }
  return { side: 'below', of, edge: 'after', nested: true }
}

/** The slide next to another on the map: beside it at the same height or the lowest there is. Null at the edge. */
export function mapNeighbor(deck: Deck, slideId: SlideId, way: MapWay): SlideId | null {
  const at = positionOf(deck, slideId)
  if (!at) return null
  if (way === 'up' || way === 'down') return deck.stacks[at.h]!.slides[at.v + (way === 'down' ? 1 : -1)] ?? null
  const beside = deck.stacks[at.h + (way === 'right' ? 1 : -1)]?.slides
  return beside?.[Math.min(at.v, beside.length - 1)] ?? null
}

/**
 * Where slides go when they are pushed one place on the map: up and down within their stack, to the sides out of it, or
 * past the next one when they are all of it. `ids` in reading order; null when there is no such place.
 */
export function mapMove(deck: Deck, ids: readonly SlideId[], way: MapWay): SlidePlace | null {
  const edge = way === 'right' || way === 'down' ? ids.at(-1) : ids[0]
  const at = edge === undefined ? null : positionOf(deck, edge)
  if (!at) return null
  const own = deck.stacks[at.h]!.slides
  if (way === 'up' || way === 'down') {
    const next = own[at.v + (way === 'down' ? 1 : -1)]
    return next && !ids.includes(next) ? { side: way === 'down' ? 'below' : 'above', of: next } : null
  }
  const staying = own.find((id) => !ids.includes(id))
  if (staying) return { side: way, of: staying }
  const beside = deck.stacks[at.h + (way === 'right' ? 1 : -1)]?.slides.find((id) => !ids.includes(id))
  return beside ? { side: way, of: beside } : null
}
