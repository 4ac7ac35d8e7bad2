import type { StreamState } from '../../../api/stream/messages.ts'
import type { ScreenColor } from '../../../player/messages.ts'

/** The state of a presentation, as stored in its stream. */
export type StageState = StreamState

/** A change; missing fields stay unchanged. */
export type StageChange = Partial<Omit<StageState, 'order' | 'publisher_id'>>

/** A presenter's options for the presentation; stored with the account. */
export type PresentOptions = Pick<StageState, 'present_controls' | 'present_notes' | 'present_upsizing'>

/** The state before anybody presented: the first slide, nothing else shown. */
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
 * The order of the next change: the greater of `now` (ms since 1970) and the highest order seen plus 1. A state may
 * arrive twice: at once from another window and later from the server. The order tells which state is newest. It is
 * clamped to the stream's maximum; at equal orders the last change wins.
 */
export function nextOrder(seen: number, now: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(seen + 1, Math.floor(now)))
}

/** Whether a received state is newer. A state without an order, which other API clients may send, counts as newer. */
export function isNewer(arrived: Pick<StageState, 'order'>, current: Pick<StageState, 'order'>): boolean {
  return arrived.order === undefined || arrived.order >= (current.order ?? 0)
}

/**
 * Whether the audience follows a received state. Outdated states are ignored. While nobody presents, every state is
 * followed: the next presenter's clock may be behind the last one's.
 */
export function isToFollow(arrived: StageState, current: StageState | null): boolean {
  return current === null || current.publisher_id === null || isNewer(arrived, current)
}

/** What a presenting page starts from, read from the stream (JSON text; null if unknown). */
export interface StoredStage {
  /** The running presentation; null if nobody presents: a new talk starts at the first slide. */
  readonly running: Partial<StageState> | null
  /** The order of the last change, also of a presenter who left: the next one must exceed it. */
  readonly order: number
}

/** Parses a stored stream. */
export function storedStage(stream: string | null): StoredStage {
  try {
    const stored = JSON.parse(stream ?? 'null') as Partial<StageState> | null
    const isRunning = stored && typeof stored.indexh === 'number' && stored.publisher_id !== null
    return { running: isRunning ? stored : null, order: typeof stored?.order === 'number' ? stored.order : 0 }
  } catch {
    return { running: null, order: 0 }
  }
}

/** The color that hides a paused presentation; null if it is not paused. */
export function screenOf(state: StageState): ScreenColor | null {
  return state.paused ? (state.screen ?? 'black') : null
}

/** The state after a change. */
export function changed(state: StageState, change: StageChange, now: number): StageState {
  return { ...state, ...change, order: nextOrder(state.order ?? 0, now) }
}

/** The change that hides the slides behind a color, or shows them again if they are hidden behind it. */
export function togglePause(state: StageState, color: ScreenColor): StageChange {
  const paused = screenOf(state) !== color
  return paused ? { paused, screen: color, light: null, address: false } : { paused, screen: 'black', address: false }
}
