import type { Block, BlockId } from '../../document/deck-model.ts'
import { placeOf, unitOf, unitsOf } from '../../document/groups.ts'
import type { EditorState } from './editor-state.ts'

/** The selected blocks of the slide on the canvas, in z-order. */
export function selectedIn(state: EditorState): readonly Block[] {
  if (state.selection.length === 0) return []
  const selected = new Set(state.selection)
  return state.deck.slides[state.slideId]?.blocks.filter((block) => selected.has(block.id)) ?? []
}

/** The selected blocks that may be changed. Excludes groups with a locked block: moving the others would split them. */
export function freeIn(state: EditorState): readonly Block[] {
  const locked = unitsIn(state).filter((unit) => unit.some((block) => block.locked))
  return selectedIn(state).filter((block) => !locked.some((unit) => unit.includes(block)))
}

/** The selected blocks that have a frame and may be moved. */
export function movableIn(state: EditorState): readonly (Block & { readonly frame: NonNullable<Block['frame']> })[] {
  return freeIn(state).filter((block): block is Block & { frame: NonNullable<Block['frame']> } => block.frame !== null)
}

/** The ids of blocks. */
export function idsOf(blocks: readonly Block[]): readonly BlockId[] {
  return blocks.map((block) => block.id)
}

/** Whether blocks are selected and none is being edited. */
export function hasBlocks(state: EditorState): boolean {
  return state.selection.length > 0 && state.editing === null
}

/** The selected units (a single block, or the blocks of a group), in z-order. */
export function unitsIn(state: EditorState): readonly (readonly Block[])[] {
  const blocks = state.deck.slides[state.slideId]?.blocks ?? []
  return unitsOf(selectedIn(state), placeOf(blocks, state.selection))
}

/** The blocks that a click on a block selects, given the current selection: its group, or only itself. */
export function unitAt(state: EditorState, blockId: BlockId): readonly BlockId[] {
  const blocks = state.deck.slides[state.slideId]?.blocks ?? []
  const block = blocks.find((one) => one.id === blockId)
  return block ? idsOf(unitOf(blocks, block, placeOf(blocks, state.selection))) : []
}
