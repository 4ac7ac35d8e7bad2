import type { Block, Slide } from './types.ts'

interface KeptSource {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly html: string
}

/**
 * The markup that slides were parsed from. It hangs on the list of blocks rather than on the slide, so that a slide
 * whose notes alone changed keeps its bytes; the first change to blocks, attributes or id makes new objects
 * and lets the source go.
 */
const sources = new WeakMap<readonly Block[], KeptSource>()

/** Remembers the markup that this slide was read from. */
export function keepSource(slide: Slide, html: string): void {
  sources.set(slide.blocks, { id: slide.id, attributes: slide.attributes, html })
}

/** The markup that this slide was read from; null once anything but its notes was changed. */
export function sourceOf(slide: Slide): string | null {
  const kept = sources.get(slide.blocks)
  return kept && kept.id === slide.id && kept.attributes === slide.attributes ? kept.html : null
}
