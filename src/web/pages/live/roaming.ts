import type { DeckReport } from '../../features/live/own-change.ts'
import type { StageState } from '../../features/live/stage-state.ts'

/** Whether somebody of the audience looks at another slide than the presenter's. */
export interface Roaming {
  readonly away: boolean
}

/** Where a deck stands against the presenter's: away once its own person moved it elsewhere, back when both agree. */
export function roamingAfter(roaming: Roaming, report: DeckReport, state: StageState | null): Roaming {
  if (!state) return { away: report.own || roaming.away }
  const same = report.h === state.indexh && report.v === state.indexv && (report.f ?? -1) === (state.indexf ?? -1)
  if (same && !report.overview) return { away: false }
  return { away: report.own || roaming.away }
}
