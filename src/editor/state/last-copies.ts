import type { Block, BlockId } from '../../document/types.ts'
import type { Point } from '../geometry/point.ts'
import type { EditorModel } from './editor-model.ts'

/** What was copied last on the slide, so that doing it again repeats the offset the copy was given. */
const lastCopies = new WeakMap<
  EditorModel,
  { readonly originals: readonly Block[]; readonly copies: readonly BlockId[] }
>()

/** Remembers what was copied on the slide: the blocks as they were then, and their copies in the same order. */
export function rememberCopies(model: EditorModel, originals: readonly Block[], copies: readonly Block[]): void {
  lastCopies.set(model, { originals, copies: copies.map((block) => block.id) })
}

/** How far the blocks, when they are the last copies, lie from their originals now (slide px); else null. */
export function offsetOfCopies(model: EditorModel, blocks: readonly Block[]): Point | null {
  const last = lastCopies.get(model)
  const same = last?.copies.length === blocks.length && blocks.every((block, index) => block.id === last.copies[index])
  const [from, to] = [last?.originals[0]?.frame, blocks[0]?.frame]
  return same && from && to ? { x: to.x - from.x, y: to.y - from.y } : null
}
