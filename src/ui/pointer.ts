import { timings } from '../rules/timings.ts'
import { createStore } from './store.ts'

/** Whether the main mouse button, or a finger or pen, is pressed on the page. */
const pointerDown = createStore(false)

/**
 * Tracks the pointer. Not each press ends with a pointerup: a menu or a frame may get the release instead. Then the next
 * move, which is without a button, or the next key ends it, at the latest 30 s after the last sign of it.
 */
export function watchPointer(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = (event: Event) => {
    clearTimeout(timer)
    pointerDown.set((event as PointerEvent).buttons === 1)
    timer = setTimeout(() => pointerDown.set(false), timings.pointerDownReset)
  }
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keyup'])
    window.addEventListener(type, note, true)
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
