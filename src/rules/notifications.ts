import { messages } from './messages.ts'
import { timings } from './timings.ts'

/** What a notification tells: good news, bad news, or neither. */
export type NotificationKind = 'positive' | 'negative' | 'neutral'

const negativeFactor = 1.5

/**
 * How long a notification shows, in ms: 2500 and 15 for each character; 5 s when it has no text; half as long
 * again for bad news. An explicit duration (ms) wins over the formula, and is lengthened the same way.
 */
export function notificationDuration(text: string, kind: NotificationKind, explicit?: number): number {
  const byText =
    text === '' ? timings.notification : timings.notificationBase + timings.notificationPerCharacter * text.length
  return (explicit ?? byText) * (kind === 'negative' ? negativeFactor : 1)
}

/**
 * How long each of `count` held notifications stays after they are let go, in ms, in their order: the first 5 s,
 * each next one 1 s more, so that they do not vanish all at once.
 */
export function heldReleaseTimes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => timings.notification + index * timings.notificationReleaseStep)
}

/** The countdown of the retry notification: 'Retrying in 9s', and 'Retrying...' when under 2 s remain. `remaining` in ms. */
export function retryText(remaining: number): string {
  return remaining < timings.retrying ? messages.connection.retrying : `Retrying in ${Math.ceil(remaining / 1000)}s`
}
