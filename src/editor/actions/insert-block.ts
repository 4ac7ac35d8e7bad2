import { editorOf } from '../../blocks/editors.ts'
import { blocks } from '../../blocks/index.ts'
import type { BlockType } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { newBlock } from '../commands/new-block.ts'
import type { Point } from '../geometry/point.ts'
import { centeredAt, placeBlock } from '../gestures/draw.ts'
import type { Editor } from '../state/editor.ts'

/** Adds a new block of a type in the middle of the slide, or beside it where something has its middle, and selects it. */
export function insertBlock(editor: Editor, type: BlockType, props: Readonly<Record<string, unknown>> = {}): void {
  placeBlock(editor.model, centeredAt(newBlock(type, props), freeMiddle(editor)))
}

/** Block types that people can add, in the order in which they are offered. */
export const insertableTypes: readonly BlockType[] = blocks.flatMap((definition) =>
  !definition.hidden && editorOf(definition.type) ? [definition.type] : [],
)

/** How far apart the middles of new blocks are at least on one axis, in slide px: none hides another. */
const apart = 24

/** The slide's middle, or a little beside it where another block has its own. */
function freeMiddle({ model, view }: Editor): Point {
  const taken = model.slide().blocks.flatMap(({ id, frame }): Point[] => {
    if (!frame) return []
    return [{ x: frame.x + frame.width / 2, y: frame.y + (frame.height ?? (view.canvas.height(id) || 60)) / 2 }]
  })
  const hides = (at: Point): boolean =>
    taken.some(({ x, y }) => Math.abs(x - at.x) < apart / 2 && Math.abs(y - at.y) < apart / 2)
  let at = { x: limits.slide.width / 2, y: limits.slide.height / 2 }
  while (hides(at)) at = { x: at.x + apart, y: at.y + apart }
  return at
}
