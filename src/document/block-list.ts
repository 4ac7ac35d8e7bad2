import type { BlockDefinition } from './block-definition.ts'

/** The block types that a program knows; the document's functions are handed this list and name no type themselves. */
export type BlockList = readonly BlockDefinition<unknown>[]

/** The definition of a type, or null for a name that no block has. */
export function definitionOf(blocks: BlockList, type: string): BlockDefinition<unknown> | null {
  for (const definition of blocks) if (definition.type === type) return definition
  return null
}
