import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import type { SlideSize } from '../../rules/slide-size.ts'
import { addBlocks } from '../commands/block-commands.ts'
import { blockTitle, newBlock } from '../commands/new-block.ts'
import { frameOfBox } from '../geometry/box.ts'
import { drawnRect } from '../geometry/drawn-rect.ts'
import { lineEndAfter } from '../geometry/line-end.ts'
import type { Point } from '../geometry/point.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Tool } from '../state/editor-state.ts'
import { anchorOf, anchorsNear } from './anchors.ts'
import { type Gesture, type GestureSurface, minSide, type PointerAt } from './gesture.ts'

/**
 * Draws a new block: a box between two corners, or a line between two ends. Shift makes squares and snaps angles; Alt
 * draws from the center. A very small drawing gets its default size at the pointer.
 */
export function drawGesture(
  model: EditorModel,
  surface: GestureSurface,
  from: PointerAt,
  tool: Extract<Tool, { kind: 'draw' }>,
): Gesture {
  const blank = newBlock(tool.type, tool.props)
  const begun = anchorsFor(model, surface, blank, from)
  const drawn = (at: PointerAt): Block => {
    const ended = anchorsFor(model, surface, blank, at)
    const start = begun.held?.point ?? whole(from.slide)
    const block = drawnBlock(blank, start, ended.held?.point ?? whole(at.slide), ended.held ? noModifiers : at)
    return editorOf(block.type)?.anchors?.write(block, [anchorOf(begun.held), anchorOf(ended.held)]) ?? block
  }
  return {
    name: 'draw',
    cursor: 'crosshair',
    move: (at) => {
      const block = drawn(at)
      const { width, height } = block.frame!
      const { anchors, held } = anchorsFor(model, surface, blank, at)
      const shown = { points: anchors.map((anchor) => anchor.point), held: held?.point ?? null }
      surface.preview({ blocks: [block], anchors: shown, readout: `${Math.round(width)} × ${Math.round(height ?? 0)}` })
    },
    end: (at) => {
      surface.clear()
      const { width, height } = drawn(at).frame!
      const tiny = width < minSide && (height ?? 0) < minSide
      placeBlock(model, tiny ? begunAt(blank, at.slide, surface.slideRect()) : drawn(at))
    },
    cancel: () => surface.clear(),
  }
}

const noModifiers = { shift: false, alt: false }

/** The anchors near the pointer. None for blocks without ends, or while Mod is held. */
function anchorsFor(
  model: EditorModel,
  surface: GestureSurface,
  blank: Block,
  at: PointerAt,
): ReturnType<typeof anchorsNear> {
  const canConnect = editorOf(blank.type)?.anchors !== undefined && !at.mod
  return canConnect ? anchorsNear(model, surface, at.slide, null) : { anchors: [], held: null }
}

/** Adds a block and selects it. Text blocks are edited at once. Returns to the select tool. */
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

/** The block at its default size, centered at a point (slide px). */
export function centeredAt(block: Block, point: Point): Block {
  const frame = block.frame!
  const height = frame.height ?? 60
  return {
    ...block,
    frame: { ...frame, x: Math.round(point.x - frame.width / 2), y: Math.round(point.y - height / 2) },
  }
}

/**
 * The block at its default size where the slide was clicked (slide px). Text starts at the point and ends at the
 * slide's edge at the latest. Other blocks are centered there, moved within the slide.
 */
export function begunAt(block: Block, point: Point, { width: across, height: down }: SlideSize): Block {
  const centered = centeredAt(block, point)
  if (point.x < 0 || point.x > across || point.y < 0 || point.y > down) return centered
  const { width, height, ...place } = centered.frame!
  const y = within(place.y, down - (height ?? 60))
  if (height !== null) return { ...centered, frame: { ...place, width, height, x: within(place.x, across - width), y } }
  const x = within(Math.round(point.x) - textPadding, across - shortestLine)
  return { ...centered, frame: { ...place, width: Math.min(width, across - x), height, x, y } }
}

/** The padding of a text block, in slide px. */
const textPadding = 10
/** The minimum width of a text block that starts near the slide's edge, in slide px. */
const shortestLine = 200

function within(value: number, max: number): number {
  return Math.max(0, Math.min(value, max))
}

function drawnBlock(blank: Block, from: Point, to: Point, keys: { shift: boolean; alt: boolean }): Block {
  const handles = editorOf(blank.type)?.handles
  if (handles) {
    const end = keys.shift ? lineEndAfter(from, to, 15) : to
    const start = keys.alt ? { x: 2 * from.x - end.x, y: 2 * from.y - end.y } : from
    return handles.write(blank, [start, end])
  }
  const rect = drawnRect(from, to, { square: keys.shift, fromCenter: keys.alt })
  return { ...blank, frame: frameOfBox({ ...rect, rotation: 0 }, blank.frame!.height === null && rect.height < 30) }
}

function whole(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) }
}
