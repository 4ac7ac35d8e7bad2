import { afterNextPaint } from './after-next-paint.ts'
import type { EditorState, PanelsFollow } from './editor-state.ts'

/** The editor's state as the panels and the list of slides show it. It is never more than a frame behind. */
export class PanelFeed {
  readonly #afterPaint: typeof afterNextPaint
  readonly #listeners = new Set<() => void>()
  #shown: EditorState
  #latest: EditorState
  #isWaiting = false
  #callOff: () => void = () => undefined

  constructor(state: EditorState, afterPaint: (run: () => void) => () => void = afterNextPaint) {
    this.#shown = state
    this.#latest = state
    this.#afterPaint = afterPaint
  }

  /** What is shown. */
  getState = (): EditorState => this.#shown

  /** Calls the listener whenever something else is to be shown. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over the editor's state. What is waiting already is not put off by what comes after it. */
  follow(state: EditorState, when: PanelsFollow): void {
    this.#latest = state
    if (when === 'now') this.flush()
    else if (!this.#isWaiting) this.#wait()
  }

  #wait(): void {
    this.#isWaiting = true
    this.#callOff = this.#afterPaint(this.flush)
  }

  /** Shows the latest at once. */
  flush = (): void => {
    this.#callOff()
    this.#isWaiting = false
    if (this.#shown === this.#latest) return
    this.#shown = this.#latest
    for (const listener of [...this.#listeners]) listener()
  }
}

/**
 * Nobody acts on what is a frame old: before a pointer or a key reaches anything beside the canvas, it shows the latest.
 * Returns what ends it.
 */
export function flushBeforeInput(feed: PanelFeed, canvas: HTMLElement): () => void {
  const beside = (event: Event): void => {
    if (!canvas.contains(event.target as Node)) feed.flush()
  }
  const types = ['pointerdown', 'keydown', 'focusin', 'click', 'input', 'contextmenu', 'drop', 'paste'] as const
  for (const type of types) window.addEventListener(type, beside, { capture: true })
  return () => {
    for (const type of types) window.removeEventListener(type, beside, { capture: true })
  }
}
