import type { Block, BlockId } from '../../document/deck-model.ts'
import { addBlocks, setFrames } from '../commands/block-commands.ts'
import { copyBlocks } from '../commands/fresh-copy.ts'
import { type Box, boundsOf, frameOfBox } from '../geometry/box.ts'
import { equalGapPlaces, type GapPlace, nearestPlace } from '../geometry/equal-gaps.ts'
import { alongOneAxis, minus, type Point, plus } from '../geometry/point.ts'
import { type Rect, unionOf } from '../geometry/rect.ts'
import { guidesOf, type SnapLines, type SnapState, snap, snapLinesOf, unsnapped } from '../geometry/snap.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { rememberCopies } from '../state/last-copies.ts'
import { selectedIn } from '../state/selection.ts'
import { type Gesture, type GestureSurface, type PlacedBox, type PointerAt, snapReach } from './gesture.ts'
import { movable } from './moved-blocks.ts'

/**
 * Moves the selected blocks. Shift restricts the move to one axis, Alt moves copies, Mod suspends snapping. The keys
 * can be pressed and released during the drag.
 */
export function moveGesture(model: EditorModel, surface: GestureSurface, from: PointerAt): Gesture {
  return new MoveGesture(model, surface, from)
}

class MoveGesture implements Gesture {
  readonly name = 'move'
  readonly cursor = 'move'
  readonly #model: EditorModel
  readonly #surface: GestureSurface
  readonly #start: Point
  readonly #boxes: ReadonlyMap<BlockId, PlacedBox>
  readonly #ids: readonly BlockId[]
  readonly #bounds: Rect
  readonly #lines: SnapLines
  readonly #others: readonly Rect[]
  #held: SnapState = unsnapped
  #gaps: Gaps = noGaps

  constructor(model: EditorModel, surface: GestureSurface, from: PointerAt) {
    this.#model = model
    this.#surface = surface
    this.#start = from.slide
    this.#boxes = movable(model, surface)
    this.#ids = [...this.#boxes.keys()]
    this.#bounds = unionOf([...this.#boxes.values()].map(({ box }) => boundsOf(box)))
    const others = [...surface.allPlaced()].filter(([id]) => !this.#boxes.has(id))
    this.#others = others.map(([, { box }]) => boundsOf(box))
    this.#lines = snapLinesOf(surface.slideRect(), this.#others, model.getState().userGuides)
  }

  move(at: PointerAt): void {
    const by = this.#offset(at)
    const there = shifted(this.#bounds, by)
    const guides = guidesOf(there, this.#lines, this.#held)
    const marks = [...(this.#gaps.x?.marks ?? []), ...(this.#gaps.y?.marks ?? [])]
    this.#surface.preview({ moved: { ids: this.#ids, by, copies: at.alt }, guides, marks })
  }

  end(at: PointerAt): void {
    const by = this.#offset(at)
    this.#surface.clear()
    if (at.alt) this.#copy(by)
    else if (by.x !== 0 || by.y !== 0) this.#move(by)
  }

  cancel(): void {
    this.#surface.clear()
  }

  #offset(at: PointerAt): Point {
    const raw = minus(at.slide, this.#start)
    const offset = at.shift ? alongOneAxis(raw) : raw
    this.#held = at.mod ? unsnapped : this.#snapped(offset, at.shift)
    this.#gaps = at.mod ? noGaps : this.#gapsAt(offset)
    const by = { x: this.#offsetOn('x', offset.x), y: this.#offsetOn('y', offset.y) }
    return at.shift ? { x: offset.x === 0 ? 0 : by.x, y: offset.y === 0 ? 0 : by.y } : by
  }

  /** The snapped offset on an axis: edges precede gaps, and without either the block ends on a whole px. */
  #offsetOn(axis: 'x' | 'y', offset: number): number {
    const [edge, gap] = [this.#held[axis], this.#gaps[axis]]
    if (edge) return edge.at - edgeOf(this.#bounds, axis, edge.edge)
    return gap ? gap.at - this.#bounds[axis] : wholeOffset(this.#bounds[axis], offset)
  }

  /** The equal gaps on the axes without a snapped edge. An axis without movement is skipped. */
  #gapsAt(offset: Point): Gaps {
    const pixel = 1 / this.#surface.placement().scale
    const on = (axis: 'x' | 'y'): GapPlace | null => {
      if (this.#held[axis] || offset[axis] === 0) return null
      const other = axis === 'x' ? 'y' : 'x'
      const held = this.#held[other]
      // The neighbors depend on the snapped position on the other axis.
      const along = held ? held.at - edgeOf(this.#bounds, other, held.edge) : offset[other]
      const there = shifted(this.#bounds, axis === 'x' ? { x: offset.x, y: along } : { x: along, y: offset.y })
      const options = { reach: snapReach * pixel, screenPixel: pixel, held: this.#gaps[axis]?.at ?? null }
      return nearestPlace(equalGapPlaces(there, this.#others, axis), there[axis], options)
    }
    return { x: on('x'), y: on('y') }
  }

  #snapped(offset: Point, oneAxis: boolean): SnapState {
    const pixel = 1 / this.#surface.placement().scale
    const options = { reach: snapReach * pixel, screenPixel: pixel, held: this.#held }
    const { held } = snap(shifted(this.#bounds, offset), this.#lines, options)
    return oneAxis ? { x: offset.x === 0 ? null : held.x, y: offset.y === 0 ? null : held.y } : held
  }

  #move(by: Point): void {
    const { slideId } = this.#model.getState()
    const frames = [...this.#boxes].map(([id, place]) => [id, movedFrame(place, by)] as const)
    this.#model.apply(setFrames(slideId, Object.fromEntries(frames)), { undo: 'step', label: 'Move' })
  }

  #copy(by: Point): void {
    const { slideId } = this.#model.getState()
    const blocks = selectedIn(this.#model.getState()).filter((block) => this.#boxes.has(block.id))
    const copies = copyBlocks(blocks, { x: 0, y: 0 }, this.#model.slide().blocks).map((copy, index): Block => {
      return { ...copy, frame: movedFrame(this.#boxes.get(blocks[index]!.id)!, by) }
    })
    const select = copies.map((block) => block.id)
    rememberCopies(this.#model, blocks, copies)
    this.#model.apply(addBlocks(slideId, copies), { undo: 'step', label: 'Copy', select })
  }
}

/** The equal gaps snapped to on each axis. */
interface Gaps {
  readonly x: GapPlace | null
  readonly y: GapPlace | null
}

const noGaps: Gaps = { x: null, y: null }

function movedFrame({ box, autoHeight }: PlacedBox, by: Point) {
  const moved: Box = { ...box, ...plus(box, by) }
  return frameOfBox(moved, autoHeight)
}

function shifted(rect: Rect, by: Point): Rect {
  return { ...rect, x: rect.x + by.x, y: rect.y + by.y }
}

/** Rounds an offset so that `start` moves to a whole slide px. */
function wholeOffset(start: number, offset: number): number {
  return offset === 0 ? 0 : Math.round(start + offset) - start
}

function edgeOf(rect: Rect, axis: 'x' | 'y', edge: number): number {
  return rect[axis] + (edge / 2) * (axis === 'x' ? rect.width : rect.height)
}
