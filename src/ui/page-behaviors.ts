import { timings } from '../rules/timings.ts'
import { createStore } from './store.ts'

/** A whole number of ms from a query parameter; null when it is missing or no number. */
export function delayFrom(query: URLSearchParams, name: string): number | null {
  const value = query.get(name)
  return value !== null && /^\d{1,8}$/.test(value) ? Number(value) : null
}

/** Whether a mouse button or finger is down on the page. */
export const pointerDown = createStore(false)

/** Watches the pointer. A press whose end was never heard (outside the window, in a frame) ends by itself after 30 s. */
function watchPointer(): void {
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
 * What every page of the app does: `?autoclose=ms` closes a window that another one opened, `?autoRefresh=ms` loads
 * the page again, and the root is marked as loaded once the page answers.
 */
export function startPageBehaviors(): void {
  const query = new URLSearchParams(window.location.search)
  const close = delayFrom(query, 'autoclose')
  if (close !== null && window.opener !== null) setTimeout(() => window.close(), close)
  const refresh = delayFrom(query, 'autoRefresh')
  if (refresh !== null) setTimeout(() => window.location.reload(), refresh)
  watchPointer()
}

/** Marks the page as ready: it answers to clicks and keys from now on. */
export function markLoaded(): void {
  document.documentElement.classList.add('loaded')
}
