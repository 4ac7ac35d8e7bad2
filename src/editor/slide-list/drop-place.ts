import type { Deck, SlideId } from '../../document/types.ts'
import type { SlidePlace } from '../commands/slide-commands.ts'

/** Where in an item's box the pointer is: fractions from its top and from its start edge, 0 to 1. */
export interface PointInItem {
  readonly down: number
  readonly across: number
}

/** A place to drop slides, and how it is shown at the item it is about. */
export interface DropPlace extends SlidePlace {
  readonly edge: 'before' | 'after'
  /** Inside a stack: the line is indented, and named 'below'. */
  readonly nested: boolean
}

/**
 * What dropping at a point of an item means. Upper half: before the slide; lower half: after it; in the lower half
 * and toward the end edge: below it, which makes or lengthens a stack. Slides within a stack are put above and below.
 */
export function dropPlace(deck: Deck, of: SlideId, point: PointInItem): DropPlace {
  const stack = deck.stacks.find((one) => one.slides.includes(of))
  const edge = point.down < 0.5 ? 'before' : 'after'
  const isStack = stack !== undefined && stack.attributes !== null
  const first = stack?.slides[0] === of
  const last = stack?.slides.at(-1) === of
  const inward = point.across > 0.6
  if (isStack && !(first && edge === 'before')) {
    // Leaving a stack at its end: toward the start edge, as people read an outline.
    if (last && edge === 'after' && point.across < 0.3) return { side: 'right', of, edge, nested: false }
    return { side: edge === 'before' ? 'above' : 'below', of, edge, nested: true }
  }
  if (edge === 'after' && inward) return { side: 'below', of, edge, nested: true }
  return { side: edge === 'before' ? 'left' : 'right', of, edge, nested: false }
}
