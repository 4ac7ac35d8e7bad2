import { rates } from '../../../rules/rate-limits.ts'
import { timings } from '../../../rules/timings.ts'

/** Limits searches while the user types. All times in ms. */
export interface SearchPace {
  /** Minimum time between the last search and the next. */
  interval(now: number): number
  /** Records a search. */
  searched(now: number): void
}

const window = rates.search.seconds * 1000
/** Number of searches per minute without delay, enough for most uses. */
const unthrottled = Math.floor(rates.search.tries / 3)
/** Interval of later searches. Leaves part of the rate limit for pagination and other users of the IP address. */
const slowInterval = window / (rates.search.tries / 2)

/** Keeps continuous typing below the server's rate limit. */
export function searchPace(): SearchPace {
  let sent: readonly number[] = []
  return {
    interval(now) {
      sent = sent.filter((time) => time > now - window)
      return sent.length < unthrottled ? timings.searchThrottle : Math.max(slowInterval, timings.searchThrottle)
    },
    searched(now) {
      sent = [...sent, now]
    },
  }
}
