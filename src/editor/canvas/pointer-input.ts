import type { BlockId } from '../../document/types.ts'
import { timings } from '../../rules/timings.ts'
import { distance, type Point } from '../geometry/point.ts'
import { toSlide } from '../geometry/viewport.ts'
import type { Gesture, PointerAt } from '../gestures/gesture.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { CanvasSurface } from './canvas-surface.ts'
import { Pinch } from './pinch.ts'
import type { Intent } from './press.ts'

/** How far a pressed pointer may stray, in screen px, before a click is a drag. Fingers are less steady. */
const threshold = { mouse: 4, touch: 9 } as const

/** What the canvas decides about pointers; this file only knows when. */
export interface PointerDecisions {
  /** What a press means; null leaves it to the browser. */
  press(at: PointerAt, event: PointerEvent): Intent | null
  hover(at: PointerAt): void
  leave(): void
  /** A right click, or a finger that rested. */
  openMenu(at: PointerAt): void
}

interface Pressed {
  readonly pointerId: number
  readonly from: PointerAt
  readonly intent: Intent
  readonly reach: number
  /** What was selected before it: a second finger makes a pinch of it, and the first then chose nothing. */
  readonly selection: readonly BlockId[]
  gesture: Gesture | null
  /** The pointer has strayed, but no drag is meant here. */
  strayed: boolean
  /** It has moved since the clock was wound up. */
  heard: boolean
  last: PointerAt
}

/**
 * Turns pointer events, of the app's layer and of the slide's document alike (both have the canvas's corner as their
 * origin), into clicks, hovers and gestures. One pointer at a time (two fingers zoom and push the slide about); Escape
 * and a lost pointer cancel; a press that nothing is heard of for half a minute (a whole one at most) is forgotten.
 */
export class PointerInput {
  readonly #model: EditorModel
  readonly #surface: CanvasSurface
  readonly #decisions: PointerDecisions
  readonly #root: HTMLElement
  readonly #ends: (() => void)[] = []
  #pressed: Pressed | null = null
  readonly #pinch = new Pinch()
  #corner: Point = { x: 0, y: 0 }
  #cursor = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #longPress: ReturnType<typeof setTimeout> | undefined

  constructor(model: EditorModel, surface: CanvasSurface, root: HTMLElement, decisions: PointerDecisions) {
    this.#model = model
    this.#surface = surface
    this.#root = root
    this.#decisions = decisions
  }

  /** Listens to a layer: the app's, or the slide's document. */
  attach(target: HTMLElement | Document): void {
    const capturer = target instanceof HTMLElement ? target : target.documentElement
    const on = (type: string, handle: (event: PointerEvent) => void): void =>
      this.#listen(target, type, (event) => handle(event as PointerEvent))
    on('pointerdown', (event) => this.#down(event, capturer))
    on('pointermove', (event) => this.#move(event))
    on('pointerup', (event) => this.#up(event))
    on('pointercancel', (event) => {
      this.#pinch.up(event.pointerId)
      this.cancel()
    })
    on('pointerleave', () => this.#decisions.leave())
    const view = target instanceof HTMLElement ? window : target.defaultView!
    this.#listen(view, 'pointermove', (event) => this.#dragOn(event as PointerEvent))
    for (const type of ['keydown', 'keyup']) this.#listen(view, type, (event) => this.#key(event as KeyboardEvent))
  }

  /** Ends whatever runs, as if it had never begun. */
  cancel(): void {
    const pressed = this.#pressed
    this.#release()
    if (!pressed?.gesture) return
    pressed.gesture.cancel()
    this.#model.show({ gesture: null })
  }

  destroy(): void {
    this.cancel()
    for (const end of this.#ends) end()
  }

  /** Where an event is. */
  at(event: MouseEvent): PointerAt {
    const screen = { x: event.clientX, y: event.clientY }
    // The slide's document begins at the canvas's corner, the app's page does not.
    const inFrame = event.view !== null && event.view !== window
    // While dragging nothing scrolls: asking the browser again would make it lay out what the drag has changed.
    if (!this.#pressed) this.#corner = this.#root.getBoundingClientRect()
    const local = inFrame ? screen : { x: screen.x - this.#corner.x, y: screen.y - this.#corner.y }
    return {
      screen: local,
      slide: toSlide(local, this.#surface.placement()),
      shift: event.shiftKey,
      alt: event.altKey,
      mod: event.ctrlKey || event.metaKey,
    }
  }

  #down(event: PointerEvent, capturer: HTMLElement): void {
    const at = this.at(event)
    if (event.pointerType === 'touch' && this.#pinch.down(event.pointerId, at.screen, this.#surface.placement())) {
      this.#beginPinch()
    }
    if (this.#pressed || this.#pinch.running) return
    const { selection } = this.#model.getState()
    const intent = this.#decisions.press(at, event)
    if (!intent) return
    event.preventDefault()
    capture(capturer, event.pointerId)
    const reach = event.pointerType === 'touch' ? threshold.touch : threshold.mouse
    if (event.pointerType === 'touch') this.#longPress = setTimeout(() => this.#rest(), timings.longPress)
    const fresh = { gesture: null, strayed: false, heard: false, selection }
    this.#pressed = { pointerId: event.pointerId, from: at, intent, reach, last: at, ...fresh }
    this.#watch()
  }

  /** While something is dragged the pointer is for nobody else: what listens below is not called with every move. */
  #dragOn(event: PointerEvent): void {
    const pressed = this.#pressed
    if (!pressed?.gesture || event.pointerId !== pressed.pointerId || this.#pinch.running) return
    event.stopPropagation()
    this.#move(event)
  }

  #move(event: PointerEvent): void {
    const pressed = this.#pressed
    const at = this.at(event)
    if (this.#pinch.running) {
      const stage = { width: this.#root.clientWidth, height: this.#root.clientHeight }
      const viewport = this.#pinch.move(event.pointerId, at.screen, stage, this.#surface.slideRect())
      if (viewport) this.#model.show({ viewport })
      return
    }
    this.#surface.follow(at.screen)
    if (!pressed) {
      this.#decisions.hover(at)
      return
    }
    if (event.pointerId !== pressed.pointerId) return
    pressed.last = at
    pressed.heard = true
    if (!pressed.gesture && !pressed.strayed && distance(at.screen, pressed.from.screen) >= pressed.reach)
      this.#begin(pressed)
    pressed.gesture?.move(at)
    this.#showCursor(pressed.gesture)
  }

  /** What the first finger began is given up. */
  #beginPinch(): void {
    const before = this.#pressed?.selection
    this.cancel()
    if (before) this.#model.select(before)
  }

  #begin(pressed: Pressed): void {
    pressed.gesture = pressed.intent.drag(pressed.from)
    pressed.strayed = true
    if (!pressed.gesture) return
    this.#showCursor(pressed.gesture)
    this.#model.show({ gesture: pressed.gesture.name, hover: null })
  }

  /** To write what is there already would make the browser look at the layer's style with every move. */
  #showCursor(gesture: Gesture | null): void {
    if (!gesture || gesture.cursor === this.#cursor) return
    this.#cursor = gesture.cursor
    this.#root.style.cursor = gesture.cursor
  }

  #up(event: PointerEvent): void {
    this.#pinch.up(event.pointerId)
    const pressed = this.#pressed
    if (!pressed || event.pointerId !== pressed.pointerId) return
    const at = this.at(event)
    this.#release()
    if (pressed.gesture) {
      pressed.gesture.end(at)
      this.#model.show({ gesture: null })
    } else if (!pressed.strayed) pressed.intent.click(at)
    this.#decisions.hover(at)
  }

  /** Keys pressed or let go in the middle of a drag count at once; Escape ends it. */
  #key(event: KeyboardEvent): void {
    const pressed = this.#pressed
    if (!pressed) return
    if (event.type === 'keydown' && event.key === 'Escape') {
      event.preventDefault()
      event.stopImmediatePropagation()
      this.cancel()
      return
    }
    if (!['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return
    event.preventDefault()
    pressed.last = {
      ...pressed.last,
      shift: event.shiftKey,
      alt: event.altKey,
      mod: event.ctrlKey || event.metaKey,
    }
    pressed.gesture?.move(pressed.last)
  }

  /** A finger rested where it was put: it asks for the menu, and lifting it is no click any more. */
  #rest(): void {
    const pressed = this.#pressed
    if (!pressed || pressed.strayed) return
    pressed.strayed = true
    this.#decisions.openMenu(pressed.from)
  }

  #release(): void {
    this.#pressed = null
    clearTimeout(this.#longPress)
    clearTimeout(this.#timer)
    this.#root.style.cursor = ''
    this.#cursor = ''
  }

  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#expire(), timings.pointerDownReset)
  }

  /** The clock is wound up again here and not with every move. */
  #expire(): void {
    const pressed = this.#pressed
    if (!pressed) return
    if (!pressed.heard) {
      this.cancel()
      return
    }
    pressed.heard = false
    this.#watch()
  }

  #listen(target: EventTarget, type: string, handle: (event: Event) => void): void {
    target.addEventListener(type, handle, true)
    this.#ends.push(() => target.removeEventListener(type, handle, true))
  }
}

function capture(element: HTMLElement, pointerId: number): void {
  try {
    element.setPointerCapture?.(pointerId)
  } catch {
    // The pointer went up before we came here; its last event has been heard or will be.
  }
}
