import { editorOf } from '../../blocks/find-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { blockOf } from '../commands/find-slide.ts'
import { boundsOf } from '../geometry/box.ts'
import { lineEndAfter } from '../geometry/line-end.ts'
import { minus, type Point, plus } from '../geometry/point.ts'
import { guidesOf, type SnapLines, type SnapState, snap, snapLinesOf, unsnapped } from '../geometry/snap.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { selectedIn } from '../state/selection.ts'
import { anchorOf, anchorsNear, type PlacedAnchor } from './anchors.ts'
import { type Gesture, type GestureSurface, type PointerAt, snapReach } from './gesture.ts'

/**
 * Drags one point of a line (`index`, from 0). Shift snaps the segment to multiples of 15 degrees; Mod suspends
 * snapping. Null unless exactly one unlocked block with points is selected.
 */
export function lineEndGesture(
  model: EditorModel,
  surface: GestureSurface,
  from: PointerAt,
  index: number,
): Gesture | null {
  const selected = selectedIn(model.getState())
  const block = selected.length === 1 && !selected[0]!.locked ? selected[0]! : null
  return block && editorOf(block.type)?.handles ? new LineEndGesture(model, surface, from, block, index) : null
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
  #anchor: PlacedAnchor | null = null
  #anchors: readonly PlacedAnchor[] = []

  constructor(model: EditorModel, surface: GestureSurface, from: PointerAt, block: Block, index: number) {
    this.#model = model
    this.#surface = surface
    this.#start = from.slide
    this.#block = block
    this.#index = index
    this.#points = editorOf(block.type)!.handles!.read(block)
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
    const anchors = { points: this.#anchors.map((anchor) => anchor.point), held: this.#anchor?.point ?? null }
    this.#surface.preview({ blocks: [this.#drawn(this.#block, point)], guides: this.#anchor ? [] : guides, anchors })
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
    const { handles, anchors } = editorOf(block.type)!
    const drawn = handles!.write(block, this.#points.with(this.#index, point))
    if (!anchors || !this.#isEnd()) return drawn
    const [from, to] = anchors.read(drawn)
    return anchors.write(drawn, this.#index === 0 ? [anchorOf(this.#anchor), to] : [from, anchorOf(this.#anchor)])
  }

  #isEnd(): boolean {
    return this.#index === 0 || this.#index === this.#points.length - 1
  }

  /** Finds the anchor that the end snaps to; none while Mod is held. */
  #look(point: Point, mod: boolean): void {
    const canConnect = editorOf(this.#block.type)?.anchors !== undefined && this.#isEnd() && !mod
    const { anchors, held } = canConnect
      ? anchorsNear(this.#model, this.#surface, point, this.#block.id)
      : { anchors: [], held: null }
    this.#anchors = anchors
    this.#anchor = held
  }

  #point(at: PointerAt): Point {
    const free = plus(this.#points[this.#index]!, minus(at.slide, this.#start))
    this.#look(free, at.mod)
    if (this.#anchor) return this.#anchor.point
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
