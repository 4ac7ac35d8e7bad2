import { timings } from '../../rules/timings.ts'
import { type Box, boundsOf } from '../geometry/box.ts'
import type { GapMark } from '../geometry/equal-gaps.ts'
import { type HandleName, handleCursor, rotateCursor } from '../geometry/handles.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Guide } from '../geometry/snap.ts'
import { type Placement, toScreen } from '../geometry/viewport.ts'
import styles from './canvas.module.css'
import { expectMoves } from './expect-moves.ts'
import { putStyle } from './put-style.ts'

/** The selection's box with its handles, in slide px. */
export interface SelectionFrame {
  readonly box: Box
  readonly handles: readonly HandleName[]
  readonly rotates: boolean
  /** Handles at points of their own (the ends of a line). */
  readonly pointHandles: readonly Point[]
  readonly locked: boolean
}

/** The overflow label below the lower edge of a block. */
export interface OverflowSign {
  readonly box: Box
  readonly words: string
}

/** Everything drawn above the slide. In slide px, except the readout's position. */
export interface OverlayScene {
  readonly placement: Placement
  readonly slide: Rect
  readonly hover: Box | null
  readonly outlines: readonly Box[]
  /** The entered group, drawn dotted. */
  readonly group: Box | null
  readonly frame: SelectionFrame | null
  readonly guides: readonly Guide[]
  readonly marks: readonly GapMark[]
  readonly area: Rect | null
  /** The anchors near the dragged end of a connector, and the anchor that the end snaps to. */
  readonly anchors: { readonly points: readonly Point[]; readonly held: Point | null } | null
  readonly overflowing: readonly OverflowSign[]
  /** `at` in screen px of the canvas. */
  readonly readout: { readonly text: string; readonly at: Point } | null
}

/** The overlay above the slide. It belongs to the app's document, not to the slide's. */
export interface Overlay {
  readonly root: HTMLElement
  draw(scene: OverlayScene): void
  /** Announces the start or the end of a gesture, during which the drawn parts follow the pointer. */
  expectMoves(expected: boolean): void
  /** Highlights the whole slide for a moment. */
  flash(): void
  /** Lets pointer events through to the slide's document, while text is edited. */
  letThrough(through: boolean): void
}

/** The function of a handle. */
export type HandleTarget =
  | { readonly kind: 'resize'; readonly handle: HandleName }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'end'; readonly index: number }
  | { readonly kind: 'unlock' }

/** The handle that an event of the overlay hit, or null. */
export function handleTargetOf(target: EventTarget | null): HandleTarget | null {
  if (!(target instanceof HTMLElement)) return null
  const { handle, end } = target.dataset
  if (end !== undefined) return { kind: 'end', index: Number(end) }
  if (handle === 'rotate' || handle === 'unlock') return { kind: handle }
  return handle === undefined ? null : { kind: 'resize', handle: handle as HandleName }
}

/** Creates an empty overlay in the canvas's element. */
export function createOverlay(parent: HTMLElement): Overlay {
  return new DomOverlay(parent)
}

/** The number of guides created in advance. A box can snap with two edges and its center, on each axis. */
const guidesAtHand = 6

class DomOverlay implements Overlay {
  readonly root: HTMLElement
  readonly #veil: HTMLElement
  readonly #flash: HTMLElement
  readonly #hover: HTMLElement
  readonly #group: HTMLElement
  readonly #outlines: Pool
  readonly #frame: HTMLElement
  readonly #pointHandles: Pool
  readonly #guides: Pool
  readonly #marks: Pool
  readonly #area: HTMLElement
  readonly #anchors: Pool
  readonly #signs: Pool
  readonly #readout: HTMLElement
  #settles: (() => void)[] = []
  #handles = ''
  #rotation = Number.NaN
  #rotateCursor = ''

  constructor(parent: HTMLElement) {
    this.root = document.createElement('div')
    this.root.className = styles.overlay ?? ''
    this.root.tabIndex = 0
    this.root.setAttribute('role', 'application')
    this.root.setAttribute('aria-label', 'Slide')
    parent.append(this.root)
    this.#veil = part(this.root, 'veil')
    this.#flash = part(this.root, 'flash')
    this.#hover = part(this.root, 'hover')
    this.#group = part(this.root, 'group')
    this.#outlines = new Pool(this.root, 'outline')
    this.#frame = part(this.root, 'frame')
    this.#pointHandles = new Pool(this.root, 'end')
    this.#guides = new Pool(this.root, 'guide')
    this.#marks = new Pool(this.root, 'mark')
    this.#area = part(this.root, 'area')
    this.#anchors = new Pool(this.root, 'anchor')
    this.#signs = new Pool(this.root, 'sign')
    this.#readout = part(this.root, 'readout')
    for (const element of [this.#hover, this.#group, this.#frame, this.#area, this.#readout]) element.hidden = true
  }

  draw(scene: OverlayScene): void {
    const { placement } = scene
    placeBox(this.#flash, { ...scene.slide, rotation: 0 }, placement)
    placeBox(this.#veil, { ...scene.slide, rotation: 0 }, placement)
    this.#drawOne(this.#hover, scene.hover, placement)
    this.#drawOne(this.#group, scene.group, placement)
    this.#outlines.show(scene.outlines.length, (element, index) => placeBox(element, scene.outlines[index]!, placement))
    this.#drawFrame(scene.frame, placement)
    this.#guides.show(scene.guides.length, (element, index) => placeGuide(element, scene.guides[index]!, placement))
    this.#marks.show(scene.marks.length, (element, index) => placeMark(element, scene.marks[index]!, placement))
    this.#drawOne(this.#area, scene.area && { ...scene.area, rotation: 0 }, placement)
    const anchors = scene.anchors?.points ?? []
    this.#anchors.show(anchors.length, (element, index) => {
      const at = toScreen(anchors[index]!, placement)
      putStyle(element, 'transform', `translate(${at.x}px, ${at.y}px)`)
      element.toggleAttribute('data-held', anchors[index] === scene.anchors?.held)
    })
    this.#signs.show(scene.overflowing.length, (element, index) => {
      const { words, box } = scene.overflowing[index]!
      if (element.textContent !== words) element.textContent = words
      placeSign(element, box, scene.slide, placement)
    })
    hide(this.#readout, scene.readout === null)
    if (scene.readout) {
      this.#readout.textContent = scene.readout.text
      putStyle(this.#readout, 'transform', `translate(${scene.readout.at.x + 16}px, ${scene.readout.at.y + 18}px)`)
    }
  }

  expectMoves(expected: boolean): void {
    for (const settle of this.#settles.splice(0)) settle()
    if (!expected) return
    // The guides are created in advance: adding one during a drag would make the browser sort all layers.
    this.#guides.make(guidesAtHand)
    for (const element of [this.#frame, ...this.#guides.elements]) this.#settles.push(expectMoves(element))
  }

  flash(): void {
    const flashing = [{ opacity: 1 }, { opacity: 0 }]
    this.#flash.animate(flashing, { duration: timings.animationSlow, easing: 'ease-out' })
  }

  letThrough(through: boolean): void {
    this.root.toggleAttribute('data-through', through)
  }

  #drawOne(element: HTMLElement, box: Box | null, placement: Placement): void {
    hide(element, box === null)
    if (box) placeBox(element, box, placement)
  }

  #drawFrame(frame: SelectionFrame | null, placement: Placement): void {
    const points = frame?.pointHandles ?? []
    this.#pointHandles.show(points.length, (element, index) => {
      const at = toScreen(points[index]!, placement)
      element.dataset.end = String(index)
      putStyle(element, 'transform', `translate(${at.x}px, ${at.y}px)`)
    })
    // A line shows handles at its ends, without a box around it.
    const boxed = frame !== null && points.length === 0
    hide(this.#frame, !boxed)
    if (!frame || !boxed) return
    this.#showHandles(frame)
    placeBox(this.#frame, frame.box, placement)
    this.#frame.toggleAttribute('data-locked', frame.locked)
    this.#frame.toggleAttribute('data-narrow', frame.box.width * placement.scale < 48)
    // Near the canvas's upper edge the rotation handle is below the box, where it stays visible.
    const below = toScreen(frame.box, placement).y < 44
    this.#frame.toggleAttribute('data-rotate-below', below)
    this.#showRotateCursor(frame.box.rotation + (below ? 180 : 0))
    this.#frame.toggleAttribute('data-low', frame.box.height * placement.scale < 48)
  }

  /** Updates the handles only if their set changes, and their cursors only if the rotation changes. */
  #showHandles(frame: SelectionFrame): void {
    const wanted = `${frame.handles.join(' ')}${frame.rotates ? ' rotate' : ''}${frame.locked ? ' locked' : ''}`
    if (wanted !== this.#handles) {
      this.#handles = wanted
      this.#rotation = Number.NaN
      this.#rotateCursor = ''
      const corners = frame.handles.toSorted((a, b) => a.length - b.length).map((name) => handleElement(name))
      this.#frame.replaceChildren(
        ...corners,
        ...(frame.rotates ? [rotateElement()] : []),
        ...(frame.locked ? [badgeElement()] : []),
      )
    }
    if (frame.box.rotation === this.#rotation) return
    this.#rotation = frame.box.rotation
    for (const element of this.#frame.children) {
      const { handle } = (element as HTMLElement).dataset
      if (handle === 'rotate' || handle === 'unlock' || handle === undefined) continue
      putStyle(element as HTMLElement, 'cursor', handleCursor(handle as HandleName, frame.box.rotation))
    }
  }

  #showRotateCursor(angle: number): void {
    const cursor = rotateCursor(angle)
    if (cursor === this.#rotateCursor) return
    this.#rotateCursor = cursor
    const handle = this.#frame.querySelector<HTMLElement>('[data-handle="rotate"]')
    if (handle) handle.style.cursor = cursor
  }
}

/** A pool of elements of one kind. Unused ones are hidden, not removed. */
class Pool {
  readonly #parent: HTMLElement
  readonly #name: PartName
  readonly elements: HTMLElement[] = []

  constructor(parent: HTMLElement, name: PartName) {
    this.#parent = parent
    this.#name = name
  }

  /** Creates hidden elements up to `count`. */
  make(count: number): void {
    while (this.elements.length < count) {
      const element = part(this.#parent, this.#name)
      this.elements.push(element)
      this.#putAway(element)
    }
  }

  show(count: number, draw: (element: HTMLElement, index: number) => void): void {
    this.make(count)
    this.elements.forEach((element, index) => {
      if (index >= count) {
        this.#putAway(element)
        return
      }
      hide(element, false)
      draw(element, index)
    })
  }

  /**
   * Hides an element. Guides are moved beyond the canvas's corner instead, so that they keep their compositing layers.
   */
  #putAway(element: HTMLElement): void {
    hide(element, true)
    if (this.#name === 'guide') putStyle(element, 'transform', 'translate(-9px, -9px)')
  }
}

/** The parts drawn above the slide. Each name is the part's class and its data-part, which tests select. */
type PartName =
  | 'veil'
  | 'flash'
  | 'hover'
  | 'group'
  | 'outline'
  | 'frame'
  | 'end'
  | 'guide'
  | 'mark'
  | 'area'
  | 'anchor'
  | 'sign'
  | 'readout'

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

function rotateElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = styles.rotate ?? ''
  element.dataset.handle = 'rotate'
  return element
}

/** The badge that unlocks the block. */
function badgeElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = styles.badge ?? ''
  element.dataset.handle = 'unlock'
  element.title = 'Locked. Press to unlock'
  const words = document.createElement('span')
  words.textContent = 'Unlock'
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3')
  svg.append(path)
  element.append(svg, words)
  return element
}

/**
 * Hides or shows an element. It skips an unchanged attribute: writing it would invalidate styles with every move of a
 * drag.
 */
function hide(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden
}

function placeBox(element: HTMLElement, box: Box, placement: Placement): void {
  const at = toScreen(box, placement)
  putStyle(element, 'width', `${box.width * placement.scale}px`)
  putStyle(element, 'height', `${box.height * placement.scale}px`)
  const rotation = box.rotation === 0 ? '' : ` rotate(${box.rotation}deg)`
  putStyle(element, 'transform', `translate(${at.x}px, ${at.y}px)${rotation}`)
}

/**
 * Places a label below the middle of a box's lower edge, or on the slide if the box leaves it. Never on the edge, where the
 * outline and the middle handle of the selection are.
 */
function placeSign(element: HTMLElement, box: Box, slide: Rect, placement: Placement): void {
  const { x, y, width, height } = boundsOf(box)
  const end = slide.y + slide.height
  const leaves = y + height > end
  const at = toScreen({ x: x + width / 2, y: leaves ? end : y + height }, placement)
  const beside = leaves ? 'calc(-100% - 8px)' : '8px'
  putStyle(element, 'transform', `translate(${at.x}px, ${at.y}px) translate(-50%, ${beside})`)
}

function placeGuide(element: HTMLElement, guide: Guide, placement: Placement): void {
  const from = guide.axis === 'x' ? { x: guide.at, y: guide.start } : { x: guide.start, y: guide.at }
  const at = toScreen(from, placement)
  const length = (guide.end - guide.start) * placement.scale
  // A guide is a scaled 1 px box, because transforms need only compositing. Guides change with every move of a drag.
  const size = guide.axis === 'x' ? `1, ${length}` : `${length}, 1`
  putStyle(element, 'transform', `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px) scale(${size})`)
}

/** Places a mark that spans a gap, with its length in the middle. */
function placeMark(element: HTMLElement, mark: GapMark, placement: Placement): void {
  const across = mark.axis === 'x'
  const at = toScreen(across ? { x: mark.start, y: mark.cross } : { x: mark.cross, y: mark.start }, placement)
  const length = (mark.end - mark.start) * placement.scale
  const text = String(Math.round((mark.end - mark.start) * 10) / 10)
  if (element.dataset.axis !== mark.axis) element.dataset.axis = mark.axis
  if (element.dataset.length !== text) element.dataset.length = text
  putStyle(element, 'width', across ? `${length}px` : '9px')
  putStyle(element, 'height', across ? '9px' : `${length}px`)
  putStyle(
    element,
    'transform',
    `translate(${Math.round(at.x - (across ? 0 : 4))}px, ${Math.round(at.y - (across ? 4 : 0))}px)`,
  )
}
