import type { DownMessage } from '../../../player/messages.ts'
import { type StageState, screenOf } from './stage-state.ts'

function differs(before: StageState | null, next: StageState, names: readonly (keyof StageState)[]): boolean {
  return before === null || names.some((name) => before[name] !== next[name])
}

/**
 * The messages that bring a deck from one state to the next; all if `before` is null. The screen color precedes the pause
 * that shows it.
 */
export function followMessages(before: StageState | null, next: StageState): DownMessage[] {
  const messages: DownMessage[] = []
  if (differs(before, next, ['present_controls', 'present_upsizing'])) {
    messages.push({ type: 'options', controls: next.present_controls, upsizing: next.present_upsizing })
  }
  const color = screenOf(next)
  if (color !== null && (before === null || screenOf(before) !== color)) messages.push({ type: 'screen', color })
  if (differs(before, next, ['indexh', 'indexv', 'indexf', 'paused', 'overview'])) {
    const { indexh: h, indexv: v, indexf: f, paused, overview } = next
    messages.push({ type: 'follow', h, v, f, paused, overview })
  }
  const light = next.light ?? null
  const was = before?.light ?? null
  if (light?.x !== was?.x || light?.y !== was?.y) {
    messages.push({ type: 'light', on: light !== null, x: light?.x ?? 0, y: light?.y ?? 0 })
  }
  return messages
}
