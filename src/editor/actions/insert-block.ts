import { editorOf } from '../../blocks/editors.ts'
import { blocks } from '../../blocks/index.ts'
import type { BlockType } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { newBlock } from '../commands/new-block.ts'
import type { Point } from '../geometry/point.ts'
import { centredAt, placeBlock } from '../gestures/draw.ts'
import type { Editor } from '../state/editor.ts'

/** Adds a new block of a type in the middle of the slide, where nothing else has its corner, and selects it. */
export function insertBlock(editor: Editor, type: BlockType, props: Readonly<Record<string, unknown>> = {}): void {
  const block = newBlock(type, props)
  placeBlock(editor, centredAt(block, freeMiddle(editor, block.frame!)))
}

/** Block types that people can add, in the order in which they are offered. */
export const insertableTypes: readonly BlockType[] = blocks.flatMap((definition) =>
  !definition.hidden && editorOf(definition.type) ? [definition.type] : [],
)

/** The slide's middle, or a little beside it when a block of the same size stands there already. */
function freeMiddle(editor: Editor, frame: { readonly width: number; readonly height: number | null }): Point {
  const taken = new Set(editor.slide().blocks.map((block) => `${block.frame?.x} ${block.frame?.y}`))
  const height = frame.height ?? 60
  let at = { x: limits.slide.width / 2, y: limits.slide.height / 2 }
  while (taken.has(`${Math.round(at.x - frame.width / 2)} ${Math.round(at.y - height / 2)}`)) {
    at = { x: at.x + 24, y: at.y + 24 }
  }
  return at
}
