import type { BlockId, SlideId } from '../../document/deck-model.ts'

/** How a block's content overflows: larger than its box, beyond the slide, or clipped. */
export type OverflowKind = 'box' | 'slide' | 'cut'

/** The overflowing blocks by slide; only slides that have some. */
export type Overflow = Readonly<Record<SlideId, Readonly<Record<BlockId, OverflowKind>>>>

const warnings = new WeakMap<Overflow, Overflow>()

/**
 * The overflow that the editor warns of: content that leaves the slide or is cut off. Text larger than its box can be
 * read, so only the block's panel shows it. The same object for the same overflow.
 */
export function warnedOverflow(overflow: Overflow): Overflow {
  const known = warnings.get(overflow)
  if (known) return known
  const slides = Object.entries(overflow).map(([id, kinds]) => {
    const blocks = Object.entries(kinds).filter(([, kind]) => kind !== 'box')
    return [id, Object.fromEntries(blocks)] as const
  })
  const warned = Object.fromEntries(slides.filter(([, kinds]) => Object.keys(kinds).length > 0))
  warnings.set(overflow, warned)
  return warned
}

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
