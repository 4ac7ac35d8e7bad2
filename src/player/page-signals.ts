import { frameLimits } from '../rules/frame-limits.ts'
import type { AppKey } from './messages.ts'

/** Reports keys that the page around the deck handles. Returns a function that stops listening. */
export function reportKeys(keys: readonly AppKey[], onKey: (key: AppKey) => void): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = event.key.toLowerCase()
    const name = keys.find((key) => key === pressed)
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
    const target = event.target
    const typing =
      target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
    if (!typing) onKey(name)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Reports when the pointer enters or leaves the zone at the left edge of the window. Returns a function that stops
 * listening.
 */
export function reportEdge(onEdge: (near: boolean) => void): () => void {
  let was = false
  const report = (near: boolean): void => {
    if (near === was) return
    was = near
    onEdge(near)
  }
  const onMove = (event: PointerEvent): void => report(event.clientX < frameLimits.expanderWithin)
  const onLeave = (): void => report(false)
  document.addEventListener('pointermove', onMove, { passive: true })
  document.documentElement.addEventListener('pointerleave', onLeave)
  return () => {
    document.removeEventListener('pointermove', onMove)
    document.documentElement.removeEventListener('pointerleave', onLeave)
  }
}
