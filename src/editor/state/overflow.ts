import type { BlockId, SlideId } from '../../document/types.ts'

/** How a block's content overflows: larger than its box, beyond the slide, or clipped. */
export type OverflowKind = 'box' | 'slide' | 'cut'

/** The overflowing blocks by slide; only slides that have some. */
export type Overflow = Readonly<Record<SlideId, Readonly<Record<BlockId, OverflowKind>>>>

const messages: Readonly<Record<OverflowKind, string>> = {
  box: 'Text is larger than its box',
  slide: 'Content leaves the slide',
  cut: 'Content is cut off',
}

/** The message for content that overflows in these ways. */
export function overflowMessage(kinds: readonly OverflowKind[]): string {
  const [first = 'box', ...others] = new Set(kinds)
  return others.length === 0 ? messages[first] : 'Content does not fit'
}
