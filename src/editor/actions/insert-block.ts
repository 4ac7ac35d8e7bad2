import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import type { BlockType } from '../../document/deck-model.ts'
import { newBlock } from '../commands/new-block.ts'
import type { Point } from '../geometry/point.ts'
import { centeredAt, placeBlock } from '../gestures/draw.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import { slideSizeIn } from '../state/slide-size-in.ts'

/** Adds a new block in the middle of the slide, or beside it if another block is centered there, and selects it. */
export function insertBlock(editor: Editor, type: BlockType, props: Readonly<Record<string, unknown>> = {}): void {
  const add = (): void => placeBlock(editor.model, centeredAt(newBlock(type, props), freeMiddle(editor)))
  const loading = editorOf(type)?.load?.()
  if (!loading) add()
  else
    loadPart(loading)
      .then(add)
      .catch((error: Error) => editor.services.notify(error.message, 'error'))
}

/** The block types that users can add, in the order of the menus. */
export const insertableTypes: readonly BlockType[] = blocks.flatMap((definition) =>
  !definition.hidden && editorOf(definition.type) ? [definition.type] : [],
)

/** The minimum distance between the centers of new blocks, on each axis, in slide px. */
const apart = 24

/** The center of the slide (slide px), moved diagonally while another block is centered there. */
export function freeMiddle({ model, view }: Editor): Point {
  const centers = model.slide().blocks.flatMap(({ id, frame }): Point[] => {
    if (!frame) return []
    return [{ x: frame.x + frame.width / 2, y: frame.y + (frame.height ?? (view.canvas.height(id) || 60)) / 2 }]
  })
  const hides = (at: Point): boolean =>
    centers.some(({ x, y }) => Math.abs(x - at.x) < apart / 2 && Math.abs(y - at.y) < apart / 2)
  const { width, height } = slideSizeIn(model.getState())
  let at = { x: width / 2, y: height / 2 }
  while (hides(at)) at = { x: at.x + apart, y: at.y + apart }
  return at
}
