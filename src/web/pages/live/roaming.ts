import type { DeckReport } from '../../features/live/own-change.ts'
import type { StageState } from '../../features/live/stage-state.ts'

/** Whether a follower is on another slide than the presenter. */
export interface Roaming {
  readonly away: boolean
}

/** Compares a deck's report with the presenter's state: away after an own move, back when both positions agree. */
export function roamingAfter(roaming: Roaming, report: DeckReport, state: StageState | null): Roaming {
  if (!state) return { away: report.own || roaming.away }
  const same = report.h === state.indexh && report.v === state.indexv && (report.f ?? -1) === (state.indexf ?? -1)
  if (same && !report.overview) return { away: false }
  return { away: report.own || roaming.away }
}
