import type { BlockDefinition } from './block-definition.ts'

/** The block types a program knows. Functions of src/document get this list and name no type themselves. */
export type BlockList = readonly BlockDefinition<unknown>[]

/** A type's definition, or null if unknown. */
export function definitionOf(blocks: BlockList, type: string): BlockDefinition<unknown> | null {
  for (const definition of blocks) if (definition.type === type) return definition
  return null
}
