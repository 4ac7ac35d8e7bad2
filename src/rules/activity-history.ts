import { limits } from './limits.ts'

/** A user's action and its time (ms since 1970). */
export interface Activity {
  readonly kind: 'pointer' | 'key' | 'touch' | 'scroll'
  readonly time: number
}

/** Appends an entry; beyond 1000 the oldest is dropped. */
export function addActivity(history: readonly Activity[], activity: Activity): readonly Activity[] {
  return [...history.slice(-(limits.activity.entries - 1)), activity]
}

/** Whether the last activity is at least `idleAfter` ms ago. An empty history is idle. Times in ms since 1970. */
export function isIdle(history: readonly Activity[], now: number, idleAfter: number): boolean {
  const last = history.at(-1)
  return last === undefined || now - last.time >= idleAfter
}
