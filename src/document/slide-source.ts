import type { Block, Slide } from './deck-model.ts'

interface StoredSource {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly html: string
}

/**
 * The source markup of parsed slides. The key is the array of blocks, not the slide, so a slide with changed notes
 * keeps its bytes. The first change to blocks, attributes or id creates new objects and drops the source.
 */
const sources = new WeakMap<readonly Block[], StoredSource>()

/** Stores the markup a slide was parsed from. */
export function storeSource(slide: Slide, html: string): void {
  sources.set(slide.blocks, { id: slide.id, attributes: slide.attributes, html })
}

/** The slide's source markup; null after any change except to its notes. */
export function sourceOf(slide: Slide): string | null {
  const stored = sources.get(slide.blocks)
  return stored && stored.id === slide.id && stored.attributes === slide.attributes ? stored.html : null
}
