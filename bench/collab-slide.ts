import { blocks } from '../src/blocks/index.ts'
import { renderSlide } from '../src/document/render-slide.ts'
import { newBlock } from '../src/editor/commands/new-block.ts'
import { blockId, testSlide } from '../src/testing/editor-decks.ts'

/** The content of a slide of twelve blocks: texts, of which the first but last is typed into, and a shape to drag. */
export function slideHtml(): string {
  const texts = Array.from({ length: 10 }, (_, n) => ({
    ...newBlock('text', { html: `<p>Block ${n}, with a few words to read</p>` }),
    id: blockId(10 + n),
  }))
  const [text, shape] = [newBlock('text', { html: '<p>Typed:</p>' }), newBlock('shape')]
  const slide = testSlide(1, [...texts, { ...text, id: blockId(1) }, { ...shape, id: blockId(2) }])
  return /^<section[^>]*>([\s\S]*)<\/section>$/.exec(renderSlide(slide, blocks))?.[1] ?? ''
}
