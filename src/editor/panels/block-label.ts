import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block } from '../../document/types.ts'

/** What a block is called in lists: its own name, its first words, or what it is. */
export function blockLabel(block: Block): string {
  if (block.name !== '') return block.name
  const { html, placeholder } = block.props as { readonly html?: unknown; readonly placeholder?: unknown }
  const words = typeof html === 'string' ? html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, ' ') : ''
  const text = words.replace(/\s+/g, ' ').trim()
  if (text !== '') return text.slice(0, 60)
  if (typeof placeholder === 'string' && placeholder !== '') return placeholder
  return definitionOf(blocks, block.type)?.title ?? block.type
}
