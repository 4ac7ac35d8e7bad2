import type { BlockId, SlideId } from '../../document/types.ts'

/** How the content of a block does not fit: it is larger than its box, leaves the slide, or is cut off at its edge. */
export type OverflowKind = 'box' | 'slide' | 'cut'

/** The blocks that do not fit, by slide; slides without any are left out. */
export type Overflow = Readonly<Record<SlideId, Readonly<Record<BlockId, OverflowKind>>>>

const words: Readonly<Record<OverflowKind, string>> = {
  box: 'Text is larger than its box',
  slide: 'Content leaves the slide',
  cut: 'Content is cut off',
}

/** What is wrong with content of these kinds, in a few words for people. */
export function overflowWords(kinds: readonly OverflowKind[]): string {
  const [first = 'box', ...others] = new Set(kinds)
  return others.length === 0 ? words[first] : 'Content does not fit'
}
