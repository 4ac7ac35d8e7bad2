import type { Box } from '../geometry/box.ts'
import { type HandleName, handleCursor } from '../geometry/handles.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Guide } from '../geometry/snap.ts'
import { type Placement, toScreen } from '../geometry/viewport.ts'
import styles from './canvas.module.css'

/** The box with handles around the selection. Slide px. */
export interface SelectionFrame {
  readonly box: Box
  readonly handles: readonly HandleName[]
  readonly rotates: boolean
  /** Points with handles of their own (the ends of a line). */
  readonly points: readonly Point[]
  readonly locked: boolean
}

/** Everything drawn above the slide. Slide px, but for the readout's place. */
export interface OverlayScene {
  readonly placement: Placement
  readonly slide: Rect
  readonly hover: Box | null
  readonly outlines: readonly Box[]
  readonly frame: SelectionFrame | null
  readonly guides: readonly Guide[]
  readonly area: Rect | null
  /** `at` in screen px of the canvas. */
  readonly readout: { readonly text: string; readonly at: Point } | null
}

/** The layer above the slide. It belongs to the app's document; nothing of it is in the slide's. */
export interface Overlay {
  readonly root: HTMLElement
  draw(scene: OverlayScene): void
  /** Lets pointers through to the slide's own document (while text is typed). */
  letThrough(through: boolean): void
}

/** What a handle under the pointer is for. */
export type HandleTarget =
  | { readonly kind: 'resize'; readonly handle: HandleName }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'end'; readonly index: number }

/** The handle that an event of the overlay hit, or null. */
export function handleTargetOf(target: EventTarget | null): HandleTarget | null {
  if (!(target instanceof HTMLElement)) return null
  const { handle, end } = target.dataset
  if (end !== undefined) return { kind: 'end', index: Number(end) }
  if (handle === 'rotate') return { kind: 'rotate' }
  return handle === undefined ? null : { kind: 'resize', handle: handle as HandleName }
}

/** Puts an empty layer into the canvas's element. */
export function createOverlay(parent: HTMLElement): Overlay {
  return new DomOverlay(parent)
}

class DomOverlay implements Overlay {
  readonly root: HTMLElement
  readonly #veil: HTMLElement
  readonly #hover: HTMLElement
  readonly #outlines: Pool
  readonly #frame: HTMLElement
  readonly #points: Pool
  readonly #guides: Pool
  readonly #area: HTMLElement
  readonly #readout: HTMLElement
  #handles = ''
  #rotation = Number.NaN

  constructor(parent: HTMLElement) {
    this.root = document.createElement('div')
    this.root.className = styles.overlay ?? ''
    this.root.tabIndex = 0
    this.root.setAttribute('role', 'application')
    this.root.setAttribute('aria-label', 'Slide')
    parent.append(this.root)
    this.#veil = part(this.root, 'veil')
    this.#hover = part(this.root, 'hover')
    this.#outlines = new Pool(this.root, 'outline')
    this.#frame = part(this.root, 'frame')
    this.#points = new Pool(this.root, 'end')
    this.#guides = new Pool(this.root, 'guide')
    this.#area = part(this.root, 'area')
    this.#readout = part(this.root, 'readout')
    for (const element of [this.#hover, this.#frame, this.#area, this.#readout]) element.hidden = true
  }

  draw(scene: OverlayScene): void {
    const { placement } = scene
    placeBox(this.#veil, { ...scene.slide, rotation: 0 }, placement)
    this.#drawOne(this.#hover, scene.hover, placement)
    this.#outlines.show(scene.outlines.length, (element, index) => placeBox(element, scene.outlines[index]!, placement))
    this.#drawFrame(scene.frame, placement)
    this.#guides.show(scene.guides.length, (element, index) => placeGuide(element, scene.guides[index]!, placement))
    this.#drawOne(this.#area, scene.area && { ...scene.area, rotation: 0 }, placement)
    this.#readout.hidden = scene.readout === null
    if (scene.readout) {
      this.#readout.textContent = scene.readout.text
      this.#readout.style.transform = `translate(${scene.readout.at.x + 16}px, ${scene.readout.at.y + 18}px)`
    }
  }

  letThrough(through: boolean): void {
    this.root.toggleAttribute('data-through', through)
  }

  #drawOne(element: HTMLElement, box: Box | null, placement: Placement): void {
    element.hidden = box === null
    if (box) placeBox(element, box, placement)
  }

  #drawFrame(frame: SelectionFrame | null, placement: Placement): void {
    const points = frame?.points ?? []
    this.#points.show(points.length, (element, index) => {
      const at = toScreen(points[index]!, placement)
      element.dataset.end = String(index)
      element.style.transform = `translate(${at.x}px, ${at.y}px)`
    })
    // A line shows its ends; a box around it would only be in the way.
    const boxed = frame !== null && points.length === 0
    this.#frame.hidden = !boxed
    if (!frame || !boxed) return
    this.#showHandles(frame)
    placeBox(this.#frame, frame.box, placement)
    this.#frame.toggleAttribute('data-locked', frame.locked)
    this.#frame.toggleAttribute('data-narrow', frame.box.width * placement.scale < 48)
    // Close to the canvas's upper edge the turning handle would be out of sight: it stands below then.
    this.#frame.toggleAttribute('data-turn-below', toScreen(frame.box, placement).y < 44)
    this.#frame.toggleAttribute('data-low', frame.box.height * placement.scale < 48)
  }

  /** Handles are made anew only when other ones are needed, and their cursors when the box was turned. */
  #showHandles(frame: SelectionFrame): void {
    const wanted = `${frame.handles.join(' ')}${frame.rotates ? ' rotate' : ''}`
    if (wanted !== this.#handles) {
      this.#handles = wanted
      this.#rotation = Number.NaN
      const corners = frame.handles.toSorted((a, b) => a.length - b.length).map((name) => handleElement(name))
      this.#frame.replaceChildren(...corners, ...(frame.rotates ? [turnElement()] : []))
    }
    if (frame.box.rotation === this.#rotation) return
    this.#rotation = frame.box.rotation
    for (const element of this.#frame.children) {
      const { handle } = (element as HTMLElement).dataset
      if (handle === 'rotate' || handle === undefined) continue
      ;(element as HTMLElement).style.cursor = handleCursor(handle as HandleName, frame.box.rotation)
    }
  }
}

/** Elements of one kind, as many as are needed at the moment; the rest are hidden, not thrown away. */
class Pool {
  readonly #parent: HTMLElement
  readonly #name: PartName
  readonly #elements: HTMLElement[] = []

  constructor(parent: HTMLElement, name: PartName) {
    this.#parent = parent
    this.#name = name
  }

  show(count: number, draw: (element: HTMLElement, index: number) => void): void {
    while (this.#elements.length < count) this.#elements.push(part(this.#parent, this.#name))
    this.#elements.forEach((element, index) => {
      if (element.hidden !== index >= count) element.hidden = index >= count
      if (index < count) draw(element, index)
    })
  }
}

/** What is drawn above the slide; the name is its class and, for those who look from outside, its data-part. */
type PartName = 'veil' | 'hover' | 'outline' | 'frame' | 'end' | 'guide' | 'area' | 'readout'

function part(parent: HTMLElement, name: PartName): HTMLElement {
  const element = document.createElement('div')
  element.className = styles[name] ?? ''
  element.dataset.part = name
  parent.append(element)
  return element
}

function handleElement(name: HandleName): HTMLElement {
  const element = document.createElement('div')
  element.className = (name.length === 2 ? styles.corner : styles.edge) ?? ''
  element.dataset.handle = name
  return element
}

function turnElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = styles.turn ?? ''
  element.dataset.handle = 'rotate'
  return element
}

function placeBox(element: HTMLElement, box: Box, placement: Placement): void {
  const at = toScreen(box, placement)
  const { style } = element
  style.width = `${box.width * placement.scale}px`
  style.height = `${box.height * placement.scale}px`
  const turn = box.rotation === 0 ? '' : ` rotate(${box.rotation}deg)`
  style.transform = `translate(${at.x}px, ${at.y}px)${turn}`
}

function placeGuide(element: HTMLElement, guide: Guide, placement: Placement): void {
  const from = guide.axis === 'x' ? { x: guide.at, y: guide.start } : { x: guide.start, y: guide.at }
  const at = toScreen(from, placement)
  const length = (guide.end - guide.start) * placement.scale
  element.style.width = guide.axis === 'x' ? '1px' : `${length}px`
  element.style.height = guide.axis === 'x' ? `${length}px` : '1px'
  element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
}
