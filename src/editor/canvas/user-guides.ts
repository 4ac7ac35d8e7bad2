import { limits } from '../../rules/limits.ts'
import { changeGuides } from '../actions/guide-actions.ts'
import { boundsOf } from '../geometry/box.ts'
import { snap, snapLinesOf, unsnapped } from '../geometry/snap.ts'
import { toScreen, toSlide } from '../geometry/viewport.ts'
import { type GestureSurface, snapReach } from '../gestures/gesture.ts'
import type { Editor } from '../state/editor.ts'
import { drawRuler } from './draw-ruler.ts'
import styles from './user-guides.module.css'

type Axis = 'x' | 'y'

/** The guide being dragged. `index`: null for a new one, dragged out of a ruler. */
interface Dragged {
  readonly axis: Axis
  readonly index: number | null
  readonly pointerId: number
  /** The position in slide px; null beside the slide, where releasing the guide deletes it. */
  at: number | null
}

/**
 * Draws the user's guides and the rulers above the canvas. Guides are moved by pointer and keys. Returns the cleanup
 * function.
 */
export function attachUserGuides(stage: HTMLElement, editor: Editor, surface: GestureSurface): () => void {
  const layer = new GuideLayer(stage, editor, surface)
  const end = editor.model.subscribe(() => layer.draw())
  const sizes = new ResizeObserver(() => layer.draw())
  sizes.observe(stage)
  layer.draw()
  return () => {
    end()
    sizes.disconnect()
    layer.remove()
  }
}

class GuideLayer {
  readonly #stage: HTMLElement
  readonly #editor: Editor
  readonly #surface: GestureSurface
  readonly #root: HTMLElement
  readonly #rulers: Readonly<Record<Axis, HTMLCanvasElement>>
  readonly #lines: Readonly<Record<Axis, HTMLElement[]>> = { x: [], y: [] }
  #dragged: Dragged | null = null
  /** The placement and size that the rulers were last drawn for. */
  #drawnFor = ''

  constructor(stage: HTMLElement, editor: Editor, surface: GestureSurface) {
    this.#stage = stage
    this.#editor = editor
    this.#surface = surface
    this.#root = document.createElement('div')
    this.#root.className = styles.layer ?? ''
    // Horizontal guides are dragged out of the top ruler, which measures x.
    this.#rulers = { x: this.#newRuler('x'), y: this.#newRuler('y') }
    stage.append(this.#root)
  }

  remove(): void {
    this.#root.remove()
  }

  draw(): void {
    const { userGuides, rulers, gesture, editing, selection, tool } = this.#editor.model.getState()
    // Guides must not cover the selection's handles, or take the pointer while text is edited or a block is drawn.
    const free = gesture === null && editing === null && selection.length === 0 && tool.kind === 'select'
    this.#root.toggleAttribute('data-free', free)
    for (const axis of ['x', 'y'] as const) {
      this.#drawLines(axis, userGuides[axis])
      // Skips an unchanged attribute: writing it would invalidate styles with every key.
      if (this.#rulers[axis].hidden === rulers) this.#rulers[axis].hidden = !rulers
    }
    if (rulers) this.#drawRulers()
    else this.#drawnFor = ''
  }

  /** Redraws only if the placement changed, since this runs with every key. */
  #drawRulers(): void {
    const placement = this.#surface.placement()
    const { clientWidth, clientHeight } = this.#stage
    const slide = this.#surface.slideRect()
    const { x, y, scale } = placement
    const drawnFor = [x, y, scale, clientWidth, clientHeight, slide.width, slide.height].join(' ')
    if (drawnFor === this.#drawnFor) return
    this.#drawnFor = drawnFor
    for (const axis of ['x', 'y'] as const) drawRuler(this.#rulers[axis], axis, placement, this.#stage, slide)
  }

  #drawLines(axis: Axis, guides: readonly number[]): void {
    const dragged = this.#dragged?.axis === axis ? this.#dragged : null
    const places: (number | null)[] = guides.map((at, index) => (dragged?.index === index ? dragged.at : at))
    if (dragged?.index === null) places.push(dragged.at)
    const lines = this.#lines[axis]
    while (lines.length < places.length) lines.push(this.#newLine(axis, lines.length))
    for (const line of lines.splice(places.length)) line.remove()
    for (const [index, at] of places.entries()) this.#place(lines[index]!, axis, at, dragged?.index === index)
  }

  #place(line: HTMLElement, axis: Axis, at: number | null, isDragged: boolean): void {
    line.toggleAttribute('data-dragged', isDragged || (this.#dragged?.index === null && at === this.#dragged.at))
    line.hidden = at === null
    if (at === null) return
    const place = toScreen({ x: at, y: at }, this.#surface.placement())[axis]
    line.style.transform = axis === 'x' ? `translateX(${place}px)` : `translateY(${place}px)`
    line.dataset.at = String(at)
    line.setAttribute('aria-valuenow', String(at))
    line.setAttribute('aria-label', `${axis === 'x' ? 'Vertical' : 'Horizontal'} guide at ${at}`)
  }

  #newLine(axis: Axis, index: number): HTMLElement {
    const line = document.createElement('div')
    line.className = styles.guide ?? ''
    line.dataset.axis = axis
    line.dataset.part = 'user-guide'
    line.tabIndex = 0
    line.setAttribute('role', 'separator')
    line.setAttribute('aria-orientation', axis === 'x' ? 'vertical' : 'horizontal')
    line.setAttribute('aria-valuemin', '0')
    line.setAttribute('aria-valuemax', String(this.#end(axis)))
    line.addEventListener('pointerdown', (event) => this.#begin(event, axis, index))
    line.addEventListener('keydown', (event) => this.#key(event, axis, index))
    this.#root.append(line)
    return line
  }

  #newRuler(along: Axis): HTMLCanvasElement {
    const ruler = document.createElement('canvas')
    ruler.className = styles.ruler ?? ''
    ruler.dataset.axis = along
    ruler.dataset.part = `ruler-${along}`
    ruler.setAttribute('aria-hidden', 'true')
    ruler.addEventListener('pointerdown', (event) => this.#begin(event, along === 'x' ? 'y' : 'x', null))
    this.#root.append(ruler)
    return ruler
  }

  #begin(event: PointerEvent, axis: Axis, index: number | null): void {
    const { userGuides } = this.#editor.model.getState()
    if (event.button !== 0 || this.#dragged || (index === null && userGuides[axis].length >= limits.ui.guides)) return
    event.preventDefault()
    const target = event.currentTarget as HTMLElement
    target.setPointerCapture(event.pointerId)
    if (index !== null) target.focus({ preventScroll: true })
    const dragged: Dragged = {
      axis,
      index,
      pointerId: event.pointerId,
      at: index === null ? null : userGuides[axis][index]!,
    }
    this.#dragged = dragged
    const listening = new AbortController()
    const on = (to: EventTarget, type: string, handle: (event: Event) => void): void =>
      to.addEventListener(type, handle, { signal: listening.signal, capture: true })
    const end = (keep: boolean): void => {
      listening.abort()
      this.#dragged = null
      if (keep) this.#drop(dragged)
      this.draw()
    }
    on(target, 'pointermove', (moved) => {
      dragged.at = this.#positionAt(moved as PointerEvent, axis)
      this.draw()
    })
    on(target, 'pointerup', () => end(true))
    on(target, 'pointercancel', () => end(false))
    on(window, 'keydown', (pressed) => {
      if ((pressed as KeyboardEvent).key !== 'Escape') return
      pressed.stopImmediatePropagation()
      end(false)
    })
  }

  /** The position of a guide under the pointer, snapped to edges and centers nearby; null beside the slide. */
  #positionAt(event: PointerEvent, axis: Axis): number | null {
    const corner = this.#stage.getBoundingClientRect()
    const surface = this.#surface
    const placement = surface.placement()
    const at = toSlide({ x: event.clientX - corner.x, y: event.clientY - corner.y }, placement)[axis]
    const slide = surface.slideRect()
    if (at < 0 || at > (axis === 'x' ? slide.width : slide.height)) return null
    if (event.ctrlKey || event.metaKey) return Math.round(at)
    const lines = snapLinesOf(
      slide,
      [...surface.allPlaced().values()].map(({ box }) => boundsOf(box)),
    )
    const point = { x: at, y: at, width: 0, height: 0 }
    const screenPixel = 1 / placement.scale
    const { by } = snap(point, lines, { reach: snapReach * screenPixel, screenPixel, held: unsnapped })
    return Math.round(at + by[axis])
  }

  #drop({ axis, index, at }: Dragged): void {
    const { userGuides } = this.#editor.model.getState()
    const before = userGuides[axis]
    if (index === null) {
      if (at !== null) this.#editor.model.show({ userGuides: { ...userGuides, [axis]: [...before, at] } })
    } else if (at === null) this.#removeGuide(axis, index)
    else if (at !== before[index])
      this.#editor.model.show({ userGuides: { ...userGuides, [axis]: before.with(index, at) } })
  }

  /** The slide's edge on an axis, in slide px. */
  #end(axis: Axis): number {
    const { width, height } = this.#surface.slideRect()
    return axis === 'x' ? width : height
  }

  #removeGuide(axis: Axis, index: number): void {
    const { userGuides } = this.#editor.model.getState()
    changeGuides(this.#editor, { ...userGuides, [axis]: userGuides[axis].toSpliced(index, 1) }, 'The guide is gone')
    this.#editor.view.focusCanvas()
  }

  #key(event: KeyboardEvent, axis: Axis, index: number): void {
    // Tab moves the focus between guides here; on the slide it selects blocks.
    if (event.key === 'Tab') event.stopPropagation()
    const { userGuides } = this.#editor.model.getState()
    const keys = axis === 'x' ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 }
    const by = keys[event.key as keyof typeof keys]
    const end = this.#end(axis)
    if (event.key === 'Escape') this.#editor.view.focusCanvas()
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#removeGuide(axis, index)
    else if (by !== undefined) {
      const at = Math.min(end, Math.max(0, userGuides[axis][index]! + by * (event.shiftKey ? 10 : 1)))
      this.#editor.model.show({ userGuides: { ...userGuides, [axis]: userGuides[axis].with(index, at) } })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
