import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { BlockId, Frame } from '../../document/deck-model.ts'
import { setFrames } from '../commands/block-commands.ts'
import { type Box, boundsOf, frameOfBox } from '../geometry/box.ts'
import { equalSizes, type GapMark, type GapPlace, nearestPlace, sizeMark } from '../geometry/equal-gaps.ts'
import { type HandleName, handleCursor, handleSide } from '../geometry/handles.ts'
import { minus, type Point } from '../geometry/point.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import { type ResizeOptions, resizeBox, resizedTo } from '../geometry/resize-box.ts'
import { resizeWithin } from '../geometry/resize-many.ts'
import { guidesOf, type SnapLines, type SnapState, snap, snapLinesOf, unsnapped } from '../geometry/snap.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { selectedIn } from '../state/selection.ts'
import { type Gesture, type GestureSurface, minSide, type PlacedBox, type PointerAt, snapReach } from './gesture.ts'
import { framed, movable } from './moved-blocks.ts'

/**
 * Drags a resize handle of the selection. Shift toggles the fixed aspect ratio, Alt resizes from the center, Mod
 * suspends snapping. Several blocks are resized with their bounding rectangle.
 */
export function resizeGesture(
  model: EditorModel,
  surface: GestureSurface,
  from: PointerAt,
  handle: HandleName,
): Gesture {
  return new ResizeGesture(model, surface, from, handle)
}

class ResizeGesture implements Gesture {
  readonly name = 'resize'
  readonly cursor: string
  readonly #model: EditorModel
  readonly #surface: GestureSurface
  readonly #start: Point
  readonly #handle: HandleName
  readonly #boxes: ReadonlyMap<BlockId, PlacedBox>
  /** The single box, or the bounding rectangle of several. */
  readonly #outer: Box
  readonly #keepsAspect: boolean
  readonly #lines: SnapLines
  readonly #sizes: { readonly x: readonly GapPlace[]; readonly y: readonly GapPlace[] }
  #held: SnapState = unsnapped
  #equalSize: { readonly x: GapPlace | null; readonly y: GapPlace | null } = { x: null, y: null }

  constructor(model: EditorModel, surface: GestureSurface, from: PointerAt, handle: HandleName) {
    this.#model = model
    this.#surface = surface
    this.#start = from.slide
    this.#handle = handle
    this.#boxes = movable(model, surface)
    const places = [...this.#boxes.values()]
    this.#outer =
      places.length === 1 ? places[0]!.box : { ...unionOf(places.map(({ box }) => boundsOf(box))), rotation: 0 }
    this.cursor = handleCursor(handle, this.#outer.rotation)
    const one = selectedIn(model.getState())[0]
    const corner = handle.length === 2
    this.#keepsAspect =
      corner && places.length === 1 && one !== undefined && !!definitionOf(blocks, one.type)?.capabilities.keepsAspect
    const others = [...surface.allPlaced()].filter(([id]) => !this.#boxes.has(id))
    const rects = others.map(([, { box }]) => boundsOf(box))
    this.#lines = snapLinesOf(surface.slideRect(), rects, model.getState().userGuides)
    this.#sizes = { x: equalSizes(rects, 'x'), y: equalSizes(rects, 'y') }
  }

  move(at: PointerAt): void {
    const outer = this.#resized(at)
    const guides = this.#outer.rotation === 0 ? guidesOf(outer, this.#lines, this.#held) : []
    const readout = `${Math.round(outer.width)} × ${Math.round(outer.height)}`
    const marks = this.#marks(outer)
    this.#surface.preview({ blocks: framed(this.#model, this.#frames(outer)), guides, marks, readout })
  }

  end(at: PointerAt): void {
    const frames = this.#frames(this.#resized(at))
    const { slideId } = this.#model.getState()
    this.#surface.clear()
    this.#model.apply(setFrames(slideId, frames), { undo: 'step', label: 'Resize' })
  }

  cancel(): void {
    this.#surface.clear()
  }

  #resized(at: PointerAt): Box {
    const options: ResizeOptions = {
      keepAspect: this.#keepsAspect !== at.shift,
      fromCenter: at.alt,
      min: Math.min(minSide, this.#outer.width || minSide, this.#outer.height || minSide),
    }
    const offset = minus(at.slide, this.#start)
    const free = resizeBox(this.#outer, this.#handle, offset, options)
    if (this.#outer.rotation !== 0 || at.mod) {
      this.#held = unsnapped
      this.#equalSize = { x: null, y: null }
      return free
    }
    const whole = wholeBox(this.#snapped(free, options), this.#outer, this.#held, options)
    return this.#matched(whole, free, options)
  }

  /** Snaps to the width or height of another block, on axes without a snapped edge. Not with a fixed aspect ratio. */
  #matched(box: Box, free: Box, options: ResizeOptions): Box {
    const side = handleSide(this.#handle)
    const pixel = 1 / this.#surface.placement().scale
    const on = (axis: 'x' | 'y'): GapPlace | null => {
      if (options.keepAspect || side[axis] === 0 || this.#held[axis]) return null
      const held = this.#equalSize[axis]?.at ?? null
      const length = axis === 'x' ? free.width : free.height
      return nearestPlace(this.#sizes[axis], length, { reach: snapReach * pixel, screenPixel: pixel, held })
    }
    this.#equalSize = { x: on('x'), y: on('y') }
    const { x, y } = this.#equalSize
    if (!x && !y) return box
    return resizedTo(this.#outer, side, { width: x?.at ?? box.width, height: y?.at ?? box.height }, options.fromCenter)
  }

  #marks(outer: Box): readonly GapMark[] {
    return (['x', 'y'] as const).flatMap((axis) => {
      const equal = this.#equalSize[axis]
      return equal ? [...equal.marks, sizeMark(outer, axis)] : []
    })
  }

  /** The box with its moving edges snapped to lines. */
  #snapped(box: Box, options: ResizeOptions): Box {
    const side = handleSide(this.#handle)
    const pixel = 1 / this.#surface.placement().scale
    const edges = { x: side.x === 0 ? [] : [side.x + 1], y: side.y === 0 ? [] : [side.y + 1] }
    const result = snap(box, this.#lines, { reach: snapReach * pixel, screenPixel: pixel, held: this.#held, edges })
    const factor = options.fromCenter ? 2 : 1
    const by = { x: result.by.x * side.x * factor, y: result.by.y * side.y * factor }
    this.#held = result.held
    if (!options.keepAspect) {
      const size = {
        width: Math.max(options.min, box.width + by.x),
        height: Math.max(options.min, box.height + by.y),
      }
      return resizedTo(this.#outer, side, size, options.fromCenter)
    }
    // With a fixed aspect ratio only one edge can snap: the nearer one.
    const useX = result.held.x !== null && (result.held.y === null || Math.abs(result.by.x) <= Math.abs(result.by.y))
    this.#held = { x: useX ? result.held.x : null, y: useX ? null : result.held.y }
    const snapped = useX ? (box.width + by.x) / box.width : (box.height + by.y) / box.height
    // A box smaller than the snapping distance would be flipped, or have no size to scale.
    const min = Math.min(1, options.min / Math.min(box.width, box.height))
    const scale = Number.isFinite(snapped) ? Math.max(snapped, min) : 1
    const size = { width: box.width * scale, height: box.height * scale }
    return resizedTo(this.#outer, side, size, options.fromCenter)
  }

  #frames(outer: Box): Readonly<Record<BlockId, Frame>> {
    const vertical = handleSide(this.#handle).y !== 0
    const only = this.#boxes.size === 1
    const frames = [...this.#boxes].map(([id, place]) => {
      const box = only ? outer : resizeWithin(place.box, this.#outer, outer, Math.min(minSide, place.box.width))
      return [id, frameOfBox(box, place.autoHeight && !vertical)] as const
    })
    return Object.fromEntries(frames)
  }
}

/** Rounds moved sides that did not snap to whole slide px. */
function wholeBox(box: Box, before: Rect, held: SnapState, options: ResizeOptions): Box {
  if (options.keepAspect || options.fromCenter) return box
  const [left, right] = roundedSpan(box.x, box.width, before.x, before.width, held.x !== null)
  const [top, bottom] = roundedSpan(box.y, box.height, before.y, before.height, held.y !== null)
  return { ...box, x: left, y: top, width: right - left, height: bottom - top }
}

function roundedSpan(start: number, size: number, was: number, wasSize: number, held: boolean): [number, number] {
  const end = start + size
  if (held) return [start, end]
  // Only the moved side is rounded; the other one is unchanged.
  const round = (value: number, old: number): number => (Math.abs(value - old) < 1e-6 ? old : Math.round(value))
  return [round(start, was), round(end, was + wasSize)]
}
