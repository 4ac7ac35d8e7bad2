import { blocks } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'

/** Slides by their HTML, of 2 million characters: a batch is based on what the one before it has made. */
const parsed = createByteCache<Slide>(2_000_000)

/** A slide of stored HTML. Slides are immutable, so the same one is returned for the same HTML. */
export function parsedSlide(html: string): Slide {
  const known = parsed.get(html)
  if (known) return known
  const slide = parseSlide(html, blocks)
  parsed.set(html, slide, html.length)
  return slide
}

/** Caches a slide that was parsed elsewhere, by its HTML. */
export function keepParsed(html: string, slide: Slide): void {
  parsed.set(html, slide, html.length)
}
