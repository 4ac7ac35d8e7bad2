import { heldReleaseTimes, type NotificationKind, notificationDuration } from '../../rules/notifications.ts'
import { createStore } from '../store.ts'

/** An action of a toast. */
export interface FlashAction {
  label: string
  run: () => void
}

/** A message shown for a while at the bottom of the window. Times in ms since 1970; `endsAt` null: until dismissed. */
export interface Flash {
  readonly id: number
  readonly kind: NotificationKind
  readonly text: string
  readonly action?: FlashAction
  readonly endsAt: number | null
  /** Time of the next attempt, for a toast with a countdown. */
  readonly retryAt?: number
}

/** Options of a toast. `duration` in ms replaces the one computed from its length; null: until dismissed. */
export interface FlashOptions {
  duration?: number | null
  action?: FlashAction
  /** ms since 1970; adds a countdown to this time, and the toast stays until dismissed. */
  retryAt?: number
}

/** The open toasts, oldest first. */
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

/** Shows a toast and returns its id. A repeated message of the same kind restarts the open toast. */
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

export function dismissFlash(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  flashes.set((all) => (all.some((shown) => shown.id === id) ? all.filter((shown) => shown.id !== id) : all))
}

/** Pauses all timers: while the pointer is over a toast or the page is hidden. */
export function holdFlashes(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

/** Resumes the timers one after the other, so that each toast can be read. */
export function releaseFlashes(): void {
  if (!held) return
  held = false
  const waiting = flashes.get().filter((shown) => shown.endsAt !== null)
  const times = heldReleaseTimes(waiting.length)
  for (const [index, shown] of waiting.entries()) endAfter(shown.id, times[index] ?? 0)
}

/** Shows a success message. */
export function flashPositive(text: string, options?: FlashOptions): number {
  return flash(text, 'positive', options)
}

/** Shows an error message, 1.5 times as long. */
export function flashNegative(text: string, options?: FlashOptions): number {
  return flash(text, 'negative', options)
}
