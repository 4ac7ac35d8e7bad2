import { blocks } from '../../blocks/index.ts'
import type { Block, Frame } from '../../document/deck-model.ts'
import { newBlockId } from '../../document/ids.ts'
import { newSlide } from '../../document/new-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { limits } from '../../rules/limits.ts'

/** A block with the usual values. */
export function makeBlock<P>(type: Block['type'], frame: Frame, props: P, more: Partial<Block> = {}): Block {
  return {
    ...{
      id: newBlockId(),
      type,
      frame,
      name: '',
      locked: false,
      fragment: null,
      classes: [],
      style: [],
      attributes: [],
    },
    ...{ props, ...more },
  }
}

/** What a picture has besides its source. */
export const plainPicture = {
  ...{ fit: 'fill', crop: null, radius: 0, link: '', flipX: false, flipY: false, tint: '', drawing: null },
} as const

/** The section of these blocks, backmost first. */
export function sectionOf(
  content: readonly Block[],
  attributes: Readonly<Record<string, string>> = {},
  notes = '',
): string {
  return renderSlide({ ...newSlide(content), attributes, notes }, blocks, { notes: true })
}

/** Whether a section has no more bytes and nodes than slides may have: no deck is made with one that has. */
export function fitsSlide(html: string): boolean {
  const nodes = html.match(/<[a-z]|>[^<]/gi)?.length ?? 0
  return nodes <= limits.slide.nodes && Buffer.byteLength(html) <= limits.slide.bytes
}
