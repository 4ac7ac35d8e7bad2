import type { Deck, SlideId } from '../../document/deck-model.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'

/** The pointer's position in an item's box: fractions from its top and from its start edge, 0 to 1. */
export interface PointInItem {
  readonly down: number
  readonly across: number
}

/** Where slides are dropped, and at which edge of the item the drop line is drawn. */
export interface DropPlace extends SlidePlace {
  readonly edge: 'before' | 'after'
  /** Inside a stack: the line is indented and labeled 'below'. */
  readonly nested: boolean
}

/**
 * Where a drop at a point of an item inserts. Upper half: before the slide; lower half: after it. Lower half, toward
 * the end edge: below it, in a new or existing stack. Within a stack: above or below.
 */
export function dropPlace(deck: Deck, of: SlideId, point: PointInItem): DropPlace {
  const stack = deck.stacks.find((one) => one.slides.includes(of))
  const edge = point.down < 0.5 ? 'before' : 'after'
  const isStack = stack !== undefined && stack.attributes !== null
  const first = stack?.slides[0] === of
  const last = stack?.slides.at(-1) === of
  const inward = point.across > 0.6
  if (isStack && !(first && edge === 'before')) {
    // Below a stack's last slide, toward the start edge: after the stack, as in an outline.
    if (last && edge === 'after' && point.across < 0.3) return { side: 'right', of, edge, nested: false }
    return { side: edge === 'before' ? 'above' : 'below', of, edge, nested: true }
  }
  if (edge === 'after' && inward) return { side: 'below', of, edge, nested: true }
  return { side: edge === 'before' ? 'left' : 'right', of, edge, nested: false }
}
