import type { ScreenColor } from '../../../player/messages.ts'
import type { StreamState } from '../../../realtime/live/messages.ts'

/** The state of a presentation: what a stream carries of it. */
export type StageState = StreamState

/** A change that somebody made: what is missing stays as it is. */
export type StageChange = Partial<Omit<StageState, 'order' | 'publisher_id'>>

/** What a presenter has chosen for everybody; kept with the account. */
export type PresentOptions = Pick<StageState, 'present_controls' | 'present_notes' | 'present_upsizing'>

/** The state before anybody has presented: the first slide, nothing shown yet. */
export function firstState(options: PresentOptions): StageState {
  return {
    publisher_id: null,
    indexh: 0,
    indexv: 0,
    indexf: null,
    paused: false,
    overview: false,
    ...options,
    order: 0,
  }
}

/**
 * The order of the next change: later than everything seen, and later by the clock where the clocks agree. So windows
 * that hear of a change twice, at once from beside and late from the server, know the newest one without asking.
 * `now` in ms since 1970.
 */
export function nextOrder(seen: number, now: number): number {
  return Math.max(seen + 1, Math.floor(now))
}

/** Whether a state that arrived is to be taken. One without an order comes from no page of ours and counts as new. */
export function isNewer(arrived: Pick<StageState, 'order'>, current: Pick<StageState, 'order'>): boolean {
  return arrived.order === undefined || arrived.order >= (current.order ?? 0)
}

/** What a paused presentation is hidden behind. */
export function screenOf(state: StageState): ScreenColor | null {
  return state.paused ? (state.screen ?? 'black') : null
}

/** The state after a change. */
export function changed(state: StageState, change: StageChange, now: number): StageState {
  return { ...state, ...change, order: nextOrder(state.order ?? 0, now) }
}

/** The change that hides the slides behind a colour, or shows them again when they are hidden behind it already. */
export function turned(state: StageState, color: ScreenColor): StageChange {
  return screenOf(state) === color ? { paused: false, screen: 'black' } : { paused: true, screen: color, light: null }
}
