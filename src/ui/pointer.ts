import { timings } from '../rules/timings.ts'
import { createStore } from './store.ts'

/** Whether a mouse button or finger is pressed on the page. */
const pointerDown = createStore(false)

/** Tracks the pointer. A press without a pointerup (outside the window, in a frame) ends after 30 s. */
export function watchPointer(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const up = () => {
    clearTimeout(timer)
    pointerDown.set(false)
  }
  const down = () => {
    clearTimeout(timer)
    pointerDown.set(true)
    timer = setTimeout(up, timings.pointerDownReset)
  }
  window.addEventListener('pointerdown', down, { capture: true, passive: true })
  window.addEventListener('pointerup', up, { capture: true, passive: true })
  window.addEventListener('pointercancel', up, { capture: true, passive: true })
}

/**
 * Calls `run` at once, or while the pointer is pressed after its click: what moves the layout during a press takes the
 * pressed button from under the pointer, and the click is lost.
 */
export function whenReleased(run: () => void): void {
  if (!pointerDown.get()) {
    run()
    return
  }
  const stop = pointerDown.subscribe(() => {
    stop()
    setTimeout(run)
  })
}
