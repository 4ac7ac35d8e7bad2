import type { BlockId, SlideId } from '../../document/deck-model.ts'

/** How a block's content overflows: larger than its box, beyond the slide, or clipped. */
export type OverflowKind = 'box' | 'slide' | 'cut'

/** The overflowing blocks by slide; only slides that have some. */
export type Overflow = Readonly<Record<SlideId, Readonly<Record<BlockId, OverflowKind>>>>

const messages: Readonly<Record<OverflowKind, string>> = {
  box: 'Text is larger than its box',
  slide: 'Content leaves the slide',
  cut: 'Content is cut off',
}

/** The message for content that overflows in these ways, wherever it is shown; null if none overflows. */
export function overflowMessage(kinds: readonly OverflowKind[]): string | null {
  const [first, ...others] = new Set(kinds)
  if (first === undefined) return null
  return others.length === 0 ? messages[first] : 'Content does not fit'
}
