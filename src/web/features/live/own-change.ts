import type { UpMessage } from '../../../player/messages.ts'
import type { StageChange, StageState } from './stage-state.ts'

/** A deck frame's report of its state. */
export type DeckReport = Extract<UpMessage, { type: 'changed' }>

/**
 * Converts a deck's report to a change of the presentation; null if the deck only followed. With `alone`, the speaker's
 * overview is not published: others follow only to the slide chosen in it. A move hides the live address, so that no
 * slide changes behind it.
 */
export function ownChange(state: StageState, report: DeckReport, alone: boolean): StageChange | null {
  if (!report.own || (alone && report.overview)) return null
  const { h: indexh, v: indexv, f: indexf, paused, overview } = report
  const same =
    state.indexh === indexh &&
    state.indexv === indexv &&
    state.indexf === indexf &&
    state.paused === paused &&
    state.overview === overview
  if (same) return null
  return { indexh, indexv, indexf, paused, overview, address: false, ...(paused ? {} : { screen: 'black' }) }
}
