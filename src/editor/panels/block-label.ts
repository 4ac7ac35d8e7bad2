import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block } from '../../document/deck-model.ts'
import { titleOf } from '../../document/slide-title.ts'

/** Cache: blocks are immutable, so the text of each is extracted once. */
const cache = new WeakMap<Block, string>()

/** A block's label in lists: its name, else its title, its placeholder, or its type. */
export function blockLabel(block: Block): string {
  if (block.name !== '') return block.name
  const before = cache.get(block)
  if (before !== undefined) return before
  const { placeholder } = block.props as { readonly placeholder?: string }
  const words = titleOf(editorOf(block.type)?.text?.read(block) ?? '')
  const label = words || placeholder || (definitionOf(blocks, block.type)?.title ?? block.type)
  cache.set(block, label)
  return label
}
