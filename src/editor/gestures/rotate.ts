import type { BlockId, Frame } from '../../document/deck-model.ts'
import { setFrames } from '../commands/block-commands.ts'
import { type Box, boundsOf, frameOfBox } from '../geometry/box.ts'
import { rotateCursor } from '../geometry/handles.ts'
import { minus, normalAngle, type Point, plus, rotated } from '../geometry/point.ts'
import { centerOf, unionOf } from '../geometry/rect.ts'
import { rotationAfter } from '../geometry/rotate-box.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { Gesture, GestureSurface, PlacedBox, PointerAt } from './gesture.ts'
import { framed, movable } from './moved-blocks.ts'

/** Rotates the selection around its center, several blocks as one. Shift snaps to steps of 15 degrees. */
export function rotateGesture(model: EditorModel, surface: GestureSurface, from: PointerAt): Gesture {
  return new RotateGesture(model, surface, from)
}

class RotateGesture implements Gesture {
  readonly name = 'rotate'
  readonly #model: EditorModel
  readonly #surface: GestureSurface
  readonly #start: Point
  readonly #boxes: ReadonlyMap<BlockId, PlacedBox>
  readonly #outer: Box
  #rotation: number

  constructor(model: EditorModel, surface: GestureSurface, from: PointerAt) {
    this.#model = model
    this.#surface = surface
    this.#start = from.slide
    this.#boxes = movable(model, surface)
    const places = [...this.#boxes.values()]
    this.#outer =
      places.length === 1 ? places[0]!.box : { ...unionOf(places.map(({ box }) => boundsOf(box))), rotation: 0 }
    this.#rotation = this.#outer.rotation
  }

  get cursor(): string {
    return rotateCursor(this.#rotation)
  }

  move(at: PointerAt): void {
    const angle = this.#angle(at)
    this.#rotation = angle
    this.#surface.preview({ blocks: framed(this.#model, this.#frames(angle)), readout: `${Math.round(angle)}°` })
  }

  end(at: PointerAt): void {
    const { slideId } = this.#model.getState()
    const frames = this.#frames(this.#angle(at))
    this.#surface.clear()
    this.#model.apply(setFrames(slideId, frames), { undo: 'step', label: 'Rotate' })
  }

  cancel(): void {
    this.#surface.clear()
  }

  #angle(at: PointerAt): number {
    const angle = rotationAfter(this.#outer, this.#start, at.slide, at.shift ? 15 : 0)
    // Snaps to multiples of 90 degrees within three degrees, unless snapping is suspended.
    const away = Math.min(angle % 90, 90 - (angle % 90))
    return away <= 3 && !at.mod ? normalAngle(Math.round(angle / 90) * 90) : angle
  }

  #frames(angle: number): Readonly<Record<BlockId, Frame>> {
    const by = angle - this.#outer.rotation
    const middle = centerOf(this.#outer)
    const frames = [...this.#boxes].map(([id, { box, autoHeight }]) => {
      const center = plus(middle, rotated(minus(centerOf(box), middle), by))
      const [x, y] = [center.x - box.width / 2, center.y - box.height / 2]
      return [id, frameOfBox({ ...box, x, y, rotation: normalAngle(box.rotation + by) }, autoHeight)] as const
    })
    return Object.fromEntries(frames)
  }
}
