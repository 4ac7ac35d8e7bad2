import type { Block, Slide } from './types.ts'

interface KeptSource {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly html: string
}

/**
 * The source markup of parsed slides. The key is the array of blocks, not the slide, so a slide with changed notes
 * keeps its bytes. The first change to blocks, attributes or id creates new objects and drops the source.
 */
const sources = new WeakMap<readonly Block[], KeptSource>()

/** Stores the markup a slide was parsed from. */
export function keepSource(slide: Slide, html: string): void {
  sources.set(slide.blocks, { id: slide.id, attributes: slide.attributes, html })
}

/** The slide's source markup; null after any change except to its notes. */
export function sourceOf(slide: Slide): string | null {
  const kept = sources.get(slide.blocks)
  return kept && kept.id === slide.id && kept.attributes === slide.attributes ? kept.html : null
}
