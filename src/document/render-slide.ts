import type { BlockList } from './block-list.ts'
import type { Slide } from './deck-model.ts'
import { escapeAttribute, renderAttributes } from './html.ts'
import { renderBlock } from './render-block.ts'
import { sourceOf } from './slide-source.ts'

export interface RenderOptions {
  /**
   * Writes speaker notes as data-notes, for exported files. Off by default: notes are stored and protected separately.
   */
  readonly notes?: boolean
}

/** A slide's section. A slide unchanged since parsing returns exactly its source. */
export function renderSlide(slide: Slide, blocks: BlockList, options: RenderOptions = {}): string {
  const html = sourceOf(slide) ?? renderFresh(slide, blocks)
  if (!options.notes || slide.notes === '') return html
  const afterName = '<section'.length
  return `${html.slice(0, afterName)} data-notes="${escapeAttribute(slide.notes)}"${html.slice(afterName)}`
}

/** The start tag of a slide's section. */
export function renderSlideTag(id: string, attributes: Readonly<Record<string, string>>): string {
  return `<section data-id="${id}"${renderAttributes(Object.entries(attributes))}>`
}

/** One block per line. No white space around flow snippets: it would be parsed as part of them. */
function renderFresh(slide: Slide, blocks: BlockList): string {
  let html = renderSlideTag(slide.id, slide.attributes)
  let afterFlow = slide.blocks.length === 0
  for (const block of slide.blocks) {
    const flows = block.frame === null
    html += (afterFlow || flows ? '' : '\n') + renderBlock(block, blocks)
    afterFlow = flows
  }
  return `${html}${afterFlow ? '' : '\n'}</section>`
}
