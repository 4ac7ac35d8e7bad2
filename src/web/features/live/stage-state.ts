import type { StreamState } from '../../../api/stream/messages.ts'
import type { ScreenColor } from '../../../player/messages.ts'

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
    address: false,
    ...options,
    order: 0,
  }
}

/**
 * The order of the next change: later than everything seen, and later by the clock where the clocks agree. So windows
 * that hear of a change twice, at once from beside and late from the server, know the newest one without asking.
 * `now` in ms since 1970. Never more than a stream takes; from there on whatever comes last counts.
 */
export function nextOrder(seen: number, now: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(seen + 1, Math.floor(now)))
}

/** Whether a state that arrived is to be taken. One without an order comes from no page of ours and counts as new. */
export function isNewer(arrived: Pick<StageState, 'order'>, current: Pick<StageState, 'order'>): boolean {
  return arrived.order === undefined || arrived.order >= (current.order ?? 0)
}

/**
 * Whether the audience goes along with a state that arrived: not with one that comes late. Where nobody presented, whoever
 * begins counts, also one whose clock is behind that of the presenter before.
 */
export function isToFollow(arrived: StageState, current: StageState | null): boolean {
  return current === null || current.publisher_id === null || isNewer(arrived, current)
}

/** What a page that presents begins with, of the stream as it was drawn with it (JSON text; null when it is not known). */
export interface KeptStage {
  /** The presentation that runs; null when nobody presents: a new talk begins at the first slide. */
  readonly running: Partial<StageState> | null
  /** The order of the last change, also of a presenter who has left: what comes next has to be later. */
  readonly order: number
}

/** Reads what a stream has kept. */
export function keptStage(stream: string | null): KeptStage {
  try {
    const kept = JSON.parse(stream ?? 'null') as Partial<StageState> | null
    const runs = kept && typeof kept.indexh === 'number' && kept.publisher_id !== null
    return { running: runs ? kept : null, order: typeof kept?.order === 'number' ? kept.order : 0 }
  } catch {
    return { running: null, order: 0 }
  }
}

/** What a paused presentation is hidden behind. */
export function screenOf(state: StageState): ScreenColor | null {
  return state.paused ? (state.screen ?? 'black') : null
}

/** The state after a change. */
export function changed(state: StageState, change: StageChange, now: number): StageState {
  return { ...state, ...change, order: nextOrder(state.order ?? 0, now) }
}

/** The change that hides the slides behind a color, or shows them again when they are hidden behind it already. */
export function turned(state: StageState, color: ScreenColor): StageChange {
  const paused = screenOf(state) !== color
  return paused ? { paused, screen: color, light: null, address: false } : { paused, screen: 'black', address: false }
}
