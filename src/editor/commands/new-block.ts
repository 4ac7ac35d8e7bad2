import { blocks } from '../../blocks/index.ts'
import { bareBlock } from '../../document/bare-block.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, BlockType } from '../../document/deck-model.ts'
import { newBlockId } from '../../document/ids.ts'

/** Creates a block with the defaults of its type and the given props. Throws for an unknown type. */
export function newBlock(type: BlockType, props: Readonly<Record<string, unknown>> = {}): Block {
  const definition = definitionOf(blocks, type)
  if (!definition) throw new Error(`There is no block type '${type}'`)
  const defaults = definition.defaults()
  return {
    id: newBlockId(),
    type,
    frame: defaults.frame,
    ...bareBlock,
    props: { ...(defaults.props as object), ...props },
  }
}

/** The name of a block type within a sentence: 'text', 'image'. */
export function blockTitle(type: BlockType): string {
  return (definitionOf(blocks, type)?.title ?? type).toLowerCase()
}
