import type { BlockList } from './block-list.ts'
import { type RenderOptions, renderSlide } from './render-slide.ts'
import { assembleWith, structureOf } from './structure.ts'
import type { Slides } from './types.ts'

/**
 * The content of a deck as HTML: what stands inside `.slides`. Parsing it again gives the same deck; slides nobody
 * touched keep their bytes. Notes are written only when asked for.
 */
export function renderSlides(slides: Slides, blocks: BlockList, options: RenderOptions = {}): string {
  return assembleWith(structureOf(slides), (id) => renderSlide(slides.slides[id]!, blocks, options))
}
