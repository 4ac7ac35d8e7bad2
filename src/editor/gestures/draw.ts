import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { blockTitle, newBlock } from '../commands/new-block.ts'
import { frameOfBox } from '../geometry/box.ts'
import { drawnRect } from '../geometry/drawn-rect.ts'
import { lineEndAfter } from '../geometry/line-end.ts'
import type { Point } from '../geometry/point.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Tool } from '../state/editor-state.ts'
import { docksNear, tieOf } from './docks.ts'
import { type Gesture, type GestureSurface, leastSide, type PointerAt } from './gesture.ts'

/**
 * Draws a new block: a box from corner to corner, or a line from end to end. Shift makes squares and straight
 * directions, Alt begins in the middle. What is drawn very small gets its usual size, where the pointer is.
 */
export function drawGesture(
  model: EditorModel,
  surface: GestureSurface,
  from: PointerAt,
  tool: Extract<Tool, { kind: 'draw' }>,
): Gesture {
  const blank = newBlock(tool.type, tool.props)
  const begun = docksFor(model, surface, blank, from)
  const drawn = (at: PointerAt): Block => {
    const ended = docksFor(model, surface, blank, at)
    const start = begun.held?.point ?? whole(from.slide)
    const block = drawnBlock(blank, start, ended.held?.point ?? whole(at.slide), ended.held ? noKeys : at)
    return editorOf(block.type)?.ties?.write(block, [tieOf(begun.held), tieOf(ended.held)]) ?? block
  }
  return {
    name: 'draw',
    cursor: 'crosshair',
    move: (at) => {
      const block = drawn(at)
      const { width, height } = block.frame!
      const { docks, held } = docksFor(model, surface, blank, at)
      const shown = { points: docks.map((dock) => dock.point), held: held?.point ?? null }
      surface.preview({ blocks: [block], docks: shown, readout: `${Math.round(width)} × ${Math.round(height ?? 0)}` })
    },
    end: (at) => {
      surface.clear()
      const { width, height } = drawn(at).frame!
      const tiny = width < leastSide && (height ?? 0) < leastSide
      placeBlock(model, tiny ? begunAt(blank, at.slide) : drawn(at))
    },
    cancel: () => surface.clear(),
  }
}

const noKeys = { shift: false, alt: false }

/** What an end at the pointer could be tied to; nothing for what has no ends, and while Mod is held. */
function docksFor(
  model: EditorModel,
  surface: GestureSurface,
  blank: Block,
  at: PointerAt,
): ReturnType<typeof docksNear> {
  const canTie = editorOf(blank.type)?.ties !== undefined && !at.mod
  return canTie ? docksNear(model, surface, at.slide, null) : { docks: [], held: null }
}

/** Adds a block, selects it and, when it is for text, begins typing; the pointer selects again. */
export function placeBlock(model: EditorModel, block: Block): void {
  const { slideId } = model.getState()
  model.show({ tool: { kind: 'select' } })
  model.apply(addBlocks(slideId, [block]), {
    undo: 'step',
    label: `Add ${blockTitle(block.type)}`,
    select: [block.id],
  })
  if (editorOf(block.type)?.startsTyping) model.startEditing(block.id, { kind: 'all' })
}

/** The block in its usual size with its middle at a point (slide px). */
export function centeredAt(block: Block, point: Point): Block {
  const frame = block.frame!
  const height = frame.height ?? 60
  return {
    ...block,
    frame: { ...frame, x: Math.round(point.x - frame.width / 2), y: Math.round(point.y - height / 2) },
  }
}

/**
 * The block in its usual size where the slide was clicked (slide px). Lines of text begin there and end at the slide's
 * edge at the latest; anything else has its middle there, and moves in from the edge.
 */
export function begunAt(block: Block, point: Point): Block {
  const { width: across, height: down } = limits.slide
  const centered = centeredAt(block, point)
  if (point.x < 0 || point.x > across || point.y < 0 || point.y > down) return centered
  const { width, height, ...place } = centered.frame!
  const y = within(place.y, down - (height ?? 60))
  if (height !== null) return { ...centered, frame: { ...place, width, height, x: within(place.x, across - width), y } }
  const x = within(Math.round(point.x) - textPadding, across - shortestLine)
  return { ...centered, frame: { ...place, width: Math.min(width, across - x), height, x, y } }
}

/** How far in px the letters stand from the edge of a block of text. */
const textPadding = 10
/** The width in slide px that a text begun at the slide's edge has at least. */
const shortestLine = 200

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

function drawnBlock(blank: Block, from: Point, to: Point, keys: { shift: boolean; alt: boolean }): Block {
  const points = editorOf(blank.type)?.points
  if (points) {
    const end = keys.shift ? lineEndAfter(from, to, 15) : to
    const start = keys.alt ? { x: 2 * from.x - end.x, y: 2 * from.y - end.y } : from
    return points.write(blank, [start, end])
  }
  const rect = drawnRect(from, to, { square: keys.shift, fromCenter: keys.alt })
  return { ...blank, frame: frameOfBox({ ...rect, rotation: 0 }, blank.frame!.height === null && rect.height < 30) }
}

function whole(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) }
}
