import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import { newBlockId } from '../../document/ids.ts'
import type { Block, BlockType } from '../../document/types.ts'

/** A new block of a type, where and as its type says, with some props of its own. Throws for a type that doesn't exist. */
export function newBlock(type: BlockType, props: Readonly<Record<string, unknown>> = {}): Block {
  const definition = definitionOf(blocks, type)
  if (!definition) throw new Error(`There is no block type '${type}'`)
  const defaults = definition.defaults()
  return {
    id: newBlockId(),
    type,
    frame: defaults.frame,
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [],
    attributes: [],
    props: { ...(defaults.props as object), ...props },
  }
}

/** A block type as it is named within a sentence: 'text', 'image'. */
export function blockTitle(type: BlockType): string {
  return (definitionOf(blocks, type)?.title ?? type).toLowerCase()
}
