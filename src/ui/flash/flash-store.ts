import { heldReleaseTimes, type NotificationKind, notificationDuration } from '../../rules/notifications.ts'
import { createStore } from '../store.ts'

/** One thing that can be done about a notification. */
export interface FlashAction {
  label: string
  run: () => void
}

/** A message that shows for a while at the foot of the window. Times in ms since 1970; `endsAt` null stays until taken away. */
export interface Flash {
  readonly id: number
  readonly kind: NotificationKind
  readonly text: string
  readonly action?: FlashAction
  readonly endsAt: number | null
  /** When the next attempt is made, of the notification that counts down to it. */
  readonly retryAt?: number
}

/** What may be said about a notification besides its text. `duration` in ms instead of the one its length gives; null stays. */
export interface FlashOptions {
  duration?: number | null
  action?: FlashAction
  /** ms since 1970; the text is followed by a countdown to it, and it stays until dismissed. */
  retryAt?: number
}

/** The notifications on screen, oldest first. */
export const flashes = createStore<readonly Flash[]>([])

const timers = new Map<number, ReturnType<typeof setTimeout>>()
let nextId = 1
let held = false

function endAfter(id: number, duration: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissFlash(id), duration),
  )
}

/** Shows a notification and returns its id. The same text of the same kind shows once: it begins anew. */
export function flash(text: string, kind: NotificationKind = 'neutral', options: FlashOptions = {}): number {
  const stays = options.duration === null || options.retryAt !== undefined
  const duration = stays ? null : notificationDuration(text, kind, options.duration ?? undefined)
  const endsAt = duration === null ? null : Date.now() + duration
  const same = flashes.get().find((shown) => shown.text === text && shown.kind === kind)
  const id = same?.id ?? nextId++
  const { action, retryAt } = options
  const shown: Flash = { id, kind, text, endsAt, action, retryAt }
  flashes.set((all) => [...all.filter((other) => other.id !== id), shown])
  if (duration !== null && !held) endAfter(id, duration)
  return id
}

/** Takes a notification away. */
export function dismissFlash(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  flashes.set((all) => (all.some((shown) => shown.id === id) ? all.filter((shown) => shown.id !== id) : all))
}

/** Stops all clocks: while the pointer is over one, or nobody sees the page, none goes away. */
export function holdFlashes(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

/** Lets them go again, one after the other, so that there is time to read each. */
export function releaseFlashes(): void {
  if (!held) return
  held = false
  const waiting = flashes.get().filter((shown) => shown.endsAt !== null)
  const times = heldReleaseTimes(waiting.length)
  for (const [index, shown] of waiting.entries()) endAfter(shown.id, times[index] ?? 0)
}

/** Good news. */
export function flashPositive(text: string, options?: FlashOptions): number {
  return flash(text, 'positive', options)
}

/** Bad news; shows half as long again. */
export function flashNegative(text: string, options?: FlashOptions): number {
  return flash(text, 'negative', options)
}
