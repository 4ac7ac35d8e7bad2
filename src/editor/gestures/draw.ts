import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { blockTitle, newBlock } from '../commands/new-block.ts'
import { frameOfBox } from '../geometry/box.ts'
import { drawnRect } from '../geometry/drawn-rect.ts'
import { lineEndAfter } from '../geometry/line-end.ts'
import type { Point } from '../geometry/point.ts'
import type { Editor } from '../state/editor.ts'
import type { Tool } from '../state/editor-state.ts'
import { type Gesture, type GestureSurface, leastSide, type PointerAt } from './gesture.ts'

/**
 * Draws a new block: a box from corner to corner, or a line from end to end. Shift makes squares and straight
 * directions, Alt begins in the middle. What is drawn very small gets its usual size, where the pointer is.
 */
export function drawGesture(
  editor: Editor,
  surface: GestureSurface,
  from: PointerAt,
  tool: Extract<Tool, { kind: 'draw' }>,
): Gesture {
  const blank = newBlock(tool.type, tool.props)
  const drawn = (at: PointerAt): Block => drawnBlock(blank, whole(from.slide), whole(at.slide), at)
  return {
    name: 'draw',
    cursor: 'crosshair',
    move: (at) => {
      const block = drawn(at)
      const { width, height } = block.frame!
      surface.preview({ blocks: [block], readout: `${Math.round(width)} × ${Math.round(height ?? 0)}` })
    },
    end: (at) => {
      surface.clear()
      const { width, height } = drawn(at).frame!
      const tiny = width < leastSide && (height ?? 0) < leastSide
      placeBlock(editor, tiny ? centredAt(blank, at.slide) : drawn(at))
    },
    cancel: () => surface.clear(),
  }
}

/** Adds a block, selects it and, when it is for text, begins typing; the pointer selects again. */
export function placeBlock(editor: Editor, block: Block): void {
  const { slideId } = editor.getState()
  editor.show({ tool: { kind: 'select' } })
  editor.apply(addBlocks(slideId, [block]), {
    undo: 'step',
    label: `Add ${blockTitle(block.type)}`,
    select: [block.id],
  })
  if (editorOf(block.type)?.startsTyping) editor.startEditing(block.id, { kind: 'all' })
}

/** The block in its usual size with its middle at a point (slide px). */
export function centredAt(block: Block, point: Point): Block {
  const frame = block.frame!
  const height = frame.height ?? 60
  return {
    ...block,
    frame: { ...frame, x: Math.round(point.x - frame.width / 2), y: Math.round(point.y - height / 2) },
  }
}

function drawnBlock(blank: Block, from: Point, to: Point, keys: { shift: boolean; alt: boolean }): Block {
  const points = editorOf(blank.type)?.points
  if (points) {
    const end = keys.shift ? lineEndAfter(from, to, 15) : to
    const start = keys.alt ? { x: 2 * from.x - end.x, y: 2 * from.y - end.y } : from
    return points.write(blank, [start, end])
  }
  const rect = drawnRect(from, to, { square: keys.shift, fromCentre: keys.alt })
  return { ...blank, frame: frameOfBox({ ...rect, rotation: 0 }, blank.frame!.height === null && rect.height < 30) }
}

function whole(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) }
}
