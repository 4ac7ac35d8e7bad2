import { afterNextPaint } from './after-next-paint.ts'
import type { EditorState, PanelsFollow } from './editor-state.ts'

/** The editor's state for the panels and the list of slides. At most a frame behind the model. */
export class PanelFeed {
  readonly #afterPaint: typeof afterNextPaint
  readonly #listeners = new Set<() => void>()
  #shown: EditorState
  #latest: EditorState
  #isScheduled = false
  #cancel: () => void = () => undefined

  constructor(state: EditorState, afterPaint: (run: () => void) => () => void = afterNextPaint) {
    this.#shown = state
    this.#latest = state
    this.#afterPaint = afterPaint
  }

  /** The shown state. */
  getState = (): EditorState => this.#shown

  /** Calls the listener when the shown state changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the state, now or after the next paint. A later state does not delay a scheduled update. */
  follow(state: EditorState, when: PanelsFollow): void {
    this.#latest = state
    if (when === 'now') this.flush()
    else if (!this.#isScheduled) this.#schedule()
  }

  #schedule(): void {
    this.#isScheduled = true
    this.#cancel = this.#afterPaint(this.flush)
  }

  /** Shows the latest state now. */
  flush = (): void => {
    this.#cancel()
    this.#isScheduled = false
    if (this.#shown === this.#latest) return
    this.#shown = this.#latest
    for (const listener of [...this.#listeners]) listener()
  }
}

/**
 * Flushes the feed before input outside the canvas, so that users never act on a stale state. Returns a function that
 * stops it.
 */
export function flushBeforeInput(feed: PanelFeed, canvas: HTMLElement): () => void {
  const onInput = (event: Event): void => {
    if (!canvas.contains(event.target as Node)) feed.flush()
  }
  const types = ['pointerdown', 'keydown', 'focusin', 'click', 'input', 'contextmenu', 'drop', 'paste'] as const
  for (const type of types) window.addEventListener(type, onInput, { capture: true })
  return () => {
    for (const type of types) window.removeEventListener(type, onInput, { capture: true })
  }
}
