import type { BlockId } from '../../document/deck-model.ts'
import { timings } from '../../rules/timings.ts'
import { distance, type Point } from '../geometry/point.ts'
import { toSlide } from '../geometry/viewport.ts'
import type { Gesture, PointerAt } from '../gestures/gesture.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { CanvasSurface } from './canvas-surface.ts'
import { Pinch } from './pinch.ts'
import type { Intent } from './press.ts'

/** The distance (screen px) from which a pressed pointer drags instead of clicking. */
const threshold = { mouse: 4, touch: 9 } as const

/** Decides what pointer input does. This file only detects it. */
export interface PointerDecisions {
  /** The intent of a press; null leaves it to the browser. */
  press(at: PointerAt, event: PointerEvent): Intent | null
  hover(at: PointerAt): void
  leave(): void
  /** A right click or a long press. */
  openMenu(at: PointerAt): void
}

interface Pressed {
  readonly pointerId: number
  readonly from: PointerAt
  readonly intent: Intent
  readonly reach: number
  /** The selection before the press. It is restored if a second finger starts a pinch. */
  readonly selection: readonly BlockId[]
  gesture: Gesture | null
  /** Whether the press can no longer be a click: it has moved past the threshold, or was a long press. */
  moved: boolean
  /** Whether the pointer has moved since the timeout was last started. */
  isActive: boolean
  last: PointerAt
}

/**
 * Turns pointer events of the overlay and the slide's document into clicks, hovers and gestures. Both have the canvas's
 * corner as their origin. Only one pointer is handled at a time; two fingers pinch. Escape, a canceled pointer, or half
 * a minute to a minute without a move cancels the gesture.
 */
export class PointerInput {
  readonly #model: EditorModel
  readonly #surface: CanvasSurface
  readonly #decisions: PointerDecisions
  readonly #root: HTMLElement
  readonly #cleanups: (() => void)[] = []
  #pressed: Pressed | null = null
  readonly #pinch = new Pinch()
  #corner: Point = { x: 0, y: 0 }
  #cursor = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #longPressTimer: ReturnType<typeof setTimeout> | undefined

  constructor(model: EditorModel, surface: CanvasSurface, root: HTMLElement, decisions: PointerDecisions) {
    this.#model = model
    this.#surface = surface
    this.#root = root
    this.#decisions = decisions
  }

  /** Listens to the overlay or the slide's document. */
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

  /** Cancels the running gesture and reverts it. */
  cancel(): void {
    const pressed = this.#pressed
    this.#release()
    if (!pressed?.gesture) return
    pressed.gesture.cancel()
    this.#model.show({ gesture: null })
  }

  destroy(): void {
    this.cancel()
    for (const cleanup of this.#cleanups) cleanup()
  }

  /** The position and modifier keys of an event. */
  at(event: MouseEvent): PointerAt {
    const screen = { x: event.clientX, y: event.clientY }
    // The slide's document has its origin at the canvas's corner; the app's page does not.
    const inFrame = event.view !== null && event.view !== window
    // The rectangle is not read during a drag: nothing scrolls then, and reading it would force a layout.
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
    if (event.pointerType === 'touch') this.#longPressTimer = setTimeout(() => this.#longPress(), timings.longPress)
    const fresh = { gesture: null, moved: false, isActive: false, selection }
    this.#pressed = { pointerId: event.pointerId, from: at, intent, reach, last: at, ...fresh }
    this.#startTimeout()
  }

  /** Handles the moves of a drag before all other listeners, and stops the event. */
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
    pressed.isActive = true
    if (!pressed.gesture && !pressed.moved && distance(at.screen, pressed.from.screen) >= pressed.reach)
      this.#begin(pressed)
    pressed.gesture?.move(at)
    this.#showCursor(pressed.gesture)
  }

  /** Cancels the first finger's gesture. */
  #beginPinch(): void {
    const before = this.#pressed?.selection
    this.cancel()
    if (before) this.#model.select(before)
  }

  #begin(pressed: Pressed): void {
    pressed.gesture = pressed.intent.drag(pressed.from)
    pressed.moved = true
    if (!pressed.gesture) return
    this.#showCursor(pressed.gesture)
    this.#model.show({ gesture: pressed.gesture.name, hover: null })
  }

  /** Shows the gesture's cursor. It skips an unchanged cursor: writing it would invalidate styles with every move. */
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
    } else if (!pressed.moved) pressed.intent.click(at)
    this.#decisions.hover(at)
  }

  /** Modifier keys take effect at once during a drag; Escape cancels it. */
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

  /** Opens the context menu after a long press. Lifting the finger then does not click. */
  #longPress(): void {
    const pressed = this.#pressed
    if (!pressed || pressed.moved) return
    pressed.moved = true
    this.#decisions.openMenu(pressed.from)
  }

  #release(): void {
    this.#pressed = null
    clearTimeout(this.#longPressTimer)
    clearTimeout(this.#timer)
    this.#root.style.cursor = ''
    this.#cursor = ''
  }

  #startTimeout(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#expire(), timings.pointerDownReset)
  }

  /** Restarts the timeout if the pointer has moved since. This is cheaper than a restart with every move. */
  #expire(): void {
    const pressed = this.#pressed
    if (!pressed) return
    if (!pressed.isActive) {
      this.cancel()
      return
    }
    pressed.isActive = false
    this.#startTimeout()
  }

  #listen(target: EventTarget, type: string, handle: (event: Event) => void): void {
    target.addEventListener(type, handle, true)
    this.#cleanups.push(() => target.removeEventListener(type, handle, true))
  }
}

function capture(element: HTMLElement, pointerId: number): void {
  try {
    element.setPointerCapture?.(pointerId)
  } catch {
    // The pointer was released before this ran; its last event is handled anyway.
  }
}
