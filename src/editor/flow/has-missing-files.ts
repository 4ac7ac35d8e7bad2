import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Slide } from '../../document/deck-model.ts'

/** The attribute that names a file which an import has not found. */
export const missingMark = 'data-l-missing'

/** Whether a block is the gray picture in the place of a missing file. */
export function isMissingImage({ type, props }: Block): boolean {
  const { src, alt } = props as PropsOf<'image'>
  return type === 'image' && src.startsWith('data:image/gif') && alt.startsWith('Missing: ')
}

/** Whether files of a slide are missing. */
export function hasMissingFiles({ blocks }: Slide): boolean {
  return blocks.some((block) =>
    block.type === 'snippet' ? (block.props as PropsOf<'snippet'>).html.includes(missingMark) : isMissingImage(block),
  )
}
