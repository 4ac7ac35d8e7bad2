import type { BlockList } from './block-list.ts'
import type { Slides } from './deck-model.ts'
import { type RenderOptions, renderSlide } from './render-slide.ts'
import { assembleWith, structureOf } from './structure.ts'

/**
 * A deck's content as HTML: the inner HTML of `.slides`. Parsing it again gives the same deck; unchanged slides keep
 * their bytes. Notes are written on request only.
 */
export function renderSlides(slides: Slides, blocks: BlockList, options: RenderOptions = {}): string {
  return assembleWith(structureOf(slides), (id) => renderSlide(slides.slides[id]!, blocks, options))
}
