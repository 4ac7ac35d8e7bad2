import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Slide } from '../../document/deck-model.ts'

/** The attribute that names a file which an import has not found. */
export const missingMark = 'data-l-missing'

/** Whether a block is an empty picture that keeps the name of a missing file. */
export function isMissingImage({ type, name, props }: Block): boolean {
  const { src, alt, drawing } = props as Partial<PropsOf<'image'>>
  return type === 'image' && src === '' && !drawing && name !== '' && alt === name
}

/** Whether files of a slide are missing. */
export function hasMissingFiles({ blocks }: Slide): boolean {
  return blocks.some((block) =>
    block.type === 'snippet' ? (block.props as PropsOf<'snippet'>).html.includes(missingMark) : isMissingImage(block),
  )
}
