import { messages } from './messages.ts'
import { timings } from './timings.ts'

/** Tone of a toast. */
export type ToastKind = 'positive' | 'negative' | 'neutral'

const negativeFactor = 1.5

/**
 * Duration of a toast, in ms: 2500 plus 15 per character; 5 s without text; times 1.5 if negative. An explicit duration
 * (ms) replaces the formula and is scaled the same way.
 */
export function toastDuration(text: string, kind: ToastKind, explicit?: number): number {
  const byText =
    text === '' ? timings.notification : timings.notificationBase + timings.notificationPerCharacter * text.length
  return (explicit ?? byText) * (kind === 'negative' ? negativeFactor : 1)
}

/**
 * Remaining time of each held toast after its release, in ms: 5 s for the first, 1 s more for each next, so that they do
 * not disappear at once.
 */
export function heldReleaseTimes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => timings.notification + index * timings.notificationReleaseStep)
}

/** Countdown of the retry toast: 'Retrying in 9s', or 'Retrying...' below 2 s. `remaining` in ms. */
export function retryText(remaining: number): string {
  return remaining < timings.retrying ? messages.connection.retrying : `Retrying in ${Math.ceil(remaining / 1000)}s`
}
