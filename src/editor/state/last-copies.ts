import type { Block, BlockId } from '../../document/deck-model.ts'
import type { Point } from '../geometry/point.ts'
import type { EditorModel } from './editor-model.ts'

/** The last duplicated blocks: duplicating their copies again repeats the offset. */
const lastCopies = new WeakMap<
  EditorModel,
  { readonly originals: readonly Block[]; readonly copies: readonly BlockId[] }
>()

/** Stores duplicated blocks and their copies, in the same order. */
export function rememberCopies(model: EditorModel, originals: readonly Block[], copies: readonly Block[]): void {
  lastCopies.set(model, { originals, copies: copies.map((block) => block.id) })
}

/** Offset of the blocks from their originals in slide px; null if they are not the last copies. */
export function offsetOfCopies(model: EditorModel, blocks: readonly Block[]): Point | null {
  const last = lastCopies.get(model)
  const same = last?.copies.length === blocks.length && blocks.every((block, index) => block.id === last.copies[index])
  const [from, to] = [last?.originals[0]?.frame, blocks[0]?.frame]
  return same && from && to ? { x: to.x - from.x, y: to.y - from.y } : null
}
