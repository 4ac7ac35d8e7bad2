import { editorOf } from '../../blocks/editors.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import { titleOf } from '../../document/slide-title.ts'
import type { Block } from '../../document/types.ts'

/** Blocks are immutable: what one of them says is read once. */
const known = new WeakMap<Block, string>()

/** What a block is called in lists: the name people gave it, its title, what its empty place asks for, or what it is. */
export function blockLabel(block: Block): string {
  if (block.name !== '') return block.name
  const before = known.get(block)
  if (before !== undefined) return before
  const { placeholder } = block.props as { readonly placeholder?: string }
  const words = titleOf(editorOf(block.type)?.text?.read(block) ?? '')
  const label = words || placeholder || (definitionOf(blocks, block.type)?.title ?? block.type)
  known.set(block, label)
  return label
}
