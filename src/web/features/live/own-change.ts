import type { UpMessage } from '../../../player/messages.ts'
import type { StageChange, StageState } from './stage-state.ts'

/** What a deck told of itself. */
export type DeckReport = Extract<UpMessage, { type: 'changed' }>

/**
 * What a report of the own deck changes for everybody; null when it only tells that the deck has followed. While the
 * own deck is seen in overview by somebody who looks alone (`alone`), nobody else is led along: they go to the slide
 * that was chosen in the end. A step takes the live address away: nobody turns pages behind it.
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
