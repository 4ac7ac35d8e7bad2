import { limits } from './limits.ts'

/** One thing a person did, and when (ms since 1970). */
export interface Activity {
  readonly kind: 'pointer' | 'key' | 'touch' | 'scroll'
  readonly time: number
}

/** The history with one more entry at its end; beyond 1000 entries the oldest goes. */
export function addActivity(history: readonly Activity[], activity: Activity): readonly Activity[] {
  return [...history.slice(-(limits.activity.entries - 1)), activity]
}

/** Whether nothing happened for `idleAfter` ms. An empty history is idle from its beginning on. Times in ms since 1970. */
export function isIdle(history: readonly Activity[], now: number, idleAfter: number): boolean {
  const last = history.at(-1)
  return last === undefined || now - last.time >= idleAfter
}
