import { heldReleaseTimes, type ToastKind, toastDuration } from '../../rules/toasts.ts'
import { createStore } from '../store.ts'

/** An action of a toast. */
export interface ToastAction {
  label: string
  run: () => void
}

/** A message shown for a while at the bottom of the window. Times in ms since 1970; `endsAt` null: until dismissed. */
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly action?: ToastAction
  readonly endsAt: number | null
  /** Time of the next attempt, for a toast with a countdown. */
  readonly retryAt?: number
}

/** Options of a toast. `duration` in ms replaces the one computed from its length; null: until dismissed. */
export interface ToastOptions {
  duration?: number | null
  action?: ToastAction
  /** ms since 1970; adds a countdown to this time, and the toast stays until dismissed. */
  retryAt?: number
}

/** The open toasts, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

const timers = new Map<number, ReturnType<typeof setTimeout>>()
let nextId = 1
let held = false

function endAfter(id: number, duration: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), duration),
  )
}

/** Shows a toast and returns its id. A repeated message of the same kind restarts the open toast. */
export function showToast(text: string, kind: ToastKind = 'neutral', options: ToastOptions = {}): number {
  const stays = options.duration === null || options.retryAt !== undefined
  const duration = stays ? null : toastDuration(text, kind, options.duration ?? undefined)
  const endsAt = duration === null ? null : Date.now() + duration
  const same = toasts.get().find((shown) => shown.text === text && shown.kind === kind)
  const id = same?.id ?? nextId++
  const { action, retryAt } = options
  const shown: Toast = { id, kind, text, endsAt, action, retryAt }
  toasts.set((all) => [...all.filter((other) => other.id !== id), shown])
  if (duration !== null && !held) endAfter(id, duration)
  return id
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set((all) => (all.some((shown) => shown.id === id) ? all.filter((shown) => shown.id !== id) : all))
}

/** Pauses all timers: while the pointer is over a toast or the page is hidden. */
export function pauseToasts(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

/** Resumes the timers one after the other, so that each toast can be read. */
export function resumeToasts(): void {
  if (!held) return
  held = false
  const waiting = toasts.get().filter((shown) => shown.endsAt !== null)
  const times = heldReleaseTimes(waiting.length)
  for (const [index, shown] of waiting.entries()) endAfter(shown.id, times[index] ?? 0)
}

/** Shows a success message. */
export function showSuccess(text: string, options?: ToastOptions): number {
  return showToast(text, 'positive', options)
}

/** Shows an error message, 1.5 times as long. */
export function showError(text: string, options?: ToastOptions): number {
  return showToast(text, 'negative', options)
}
