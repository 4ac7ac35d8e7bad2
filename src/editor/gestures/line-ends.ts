import { editorOf } from '../../blocks/editors.ts'
import type { Block } from '../../document/types.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { boundsOf } from '../geometry/box.ts'
import { lineEndAfter } from '../geometry/line-end.ts'
import { minus, type Point, plus } from '../geometry/point.ts'
import { guidesOf, type SnapLines, type SnapState, snap, snapLinesOf, unsnapped } from '../geometry/snap.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { selectedIn } from '../state/selection.ts'
import { type Dock, docksNear, tieOf } from './docks.ts'
import { type Gesture, type GestureSurface, type PointerAt, snapReach } from './gesture.ts'

/**
 * Drags one point of a line (`index`, from 0). Shift keeps the piece to its neighbor at multiples of 15 degrees,
 * Mod suspends snapping. Null when the selection is not one unlocked block with points.
 */
export function lineEndGesture(
  model: EditorModel,
  surface: GestureSurface,
  from: PointerAt,
  index: number,
): Gesture | null {
  const selected = selectedIn(model.getState())
  const block = selected.length === 1 && !selected[0]!.locked ? selected[0]! : null
  return block && editorOf(block.type)?.points ? new LineEndGesture(model, surface, from, block, index) : null
}

class LineEndGesture implements Gesture {
  readonly name = 'line-end'
  readonly cursor = 'crosshair'
  readonly #model: EditorModel
  readonly #surface: GestureSurface
  readonly #start: Point
  readonly #block: Block
  readonly #index: number
  readonly #points: readonly Point[]
  readonly #lines: SnapLines
  #held: SnapState = unsnapped
  #dock: Dock | null = null
  #docks: readonly Dock[] = []

  constructor(model: EditorModel, surface: GestureSurface, from: PointerAt, block: Block, index: number) {
    this.#model = model
    this.#surface = surface
    this.#start = from.slide
    this.#block = block
    this.#index = index
    this.#points = editorOf(block.type)!.points!.read(block)
    const others = [...surface.allPlaced()].filter(([id]) => id !== block.id)
    this.#lines = snapLinesOf(
      surface.slideRect(),
      others.map(([, { box }]) => boundsOf(box)),
      model.getState().userGuides,
    )
  }

  move(at: PointerAt): void {
    const point = this.#point(at)
    const guides = guidesOf({ ...point, width: 0, height: 0 }, this.#lines, this.#held)
    const docks = { points: this.#docks.map((dock) => dock.point), held: this.#dock?.point ?? null }
    this.#surface.preview({ blocks: [this.#drawn(this.#block, point)], guides: this.#dock ? [] : guides, docks })
  }

  end(at: PointerAt): void {
    const point = this.#point(at)
    const { slideId } = this.#model.getState()
    this.#surface.clear()
    if (!blockOf(this.#model.slide(), this.#block.id)) return
    const change = updateBlocks(slideId, [this.#block.id], (block) => this.#drawn(block, point))
    this.#model.apply(change, { undo: 'step', label: 'Move line end' })
  }

  cancel(): void {
    this.#surface.clear()
  }

  #drawn(block: Block, point: Point): Block {
    const { points: way, ties } = editorOf(block.type)!
    const drawn = way!.write(block, this.#points.with(this.#index, point))
    if (!ties || !this.#isEnd()) return drawn
    const [from, to] = ties.read(drawn)
    return ties.write(drawn, this.#index === 0 ? [tieOf(this.#dock), to] : [from, tieOf(this.#dock)])
  }

  #isEnd(): boolean {
    return this.#index === 0 || this.#index === this.#points.length - 1
  }

  /** Looks for something to be tied to; Mod leaves the end free. */
  #look(point: Point, mod: boolean): void {
    const canTie = editorOf(this.#block.type)?.ties !== undefined && this.#isEnd() && !mod
    const { docks, held } = canTie
      ? docksNear(this.#model, this.#surface, point, this.#block.id)
      : { docks: [], held: null }
    this.#docks = docks
    this.#dock = held
  }

  #point(at: PointerAt): Point {
    const free = plus(this.#points[this.#index]!, minus(at.slide, this.#start))
    this.#look(free, at.mod)
    if (this.#dock) return this.#dock.point
    const neighbor = this.#points[this.#index === 0 ? 1 : this.#index - 1]!
    this.#held = at.shift || at.mod ? unsnapped : this.#snapped(free)
    if (at.shift) return lineEndAfter(neighbor, free, 15)
    return { x: this.#held.x?.at ?? Math.round(free.x), y: this.#held.y?.at ?? Math.round(free.y) }
  }

  #snapped(point: Point): SnapState {
    const pixel = 1 / this.#surface.placement().scale
    const options = { reach: snapReach * pixel, screenPixel: pixel, held: this.#held, edges: { x: [0], y: [0] } }
    return snap({ ...point, width: 0, height: 0 }, this.#lines, options).held
  }
}
