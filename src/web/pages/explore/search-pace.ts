import { rates } from '../../../rules/rates.ts'
import { timings } from '../../../rules/timings.ts'

/** How fast somebody may search while typing. All times in ms. */
export interface SearchPace {
  /** The least time between the last search and the next. */
  interval(now: number): number
  /** A search was sent. */
  searched(now: number): void
}

const window = rates.search.seconds * 1000
/** Searches of one minute that go as fast as anybody types; a search box is used for seconds. */
const quick = Math.floor(rates.search.tries / 3)
/** What is left of the minute is shared out, with some kept for turning pages and for whoever sits beside. */
const slow = window / (rates.search.tries / 2)

/** The pace that keeps somebody who types on and on from being told that they tried too often. */
export function searchPace(): SearchPace {
  let sent: readonly number[] = []
  return {
    interval(now) {
      sent = sent.filter((time) => time > now - window)
      return sent.length < quick ? timings.searchThrottle : Math.max(slow, timings.searchThrottle)
    },
    searched(now) {
      sent = [...sent, now]
    },
  }
}
