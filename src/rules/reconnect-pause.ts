import { timings } from './timings.ts'

/** Attempts in a row, about a minute in all, in which a server that was started anew is hoped for. */
const soon = 20

/** The longest pause, and anything less down to nine tenths of it: who is spread over one such time stays so. */
const steady = (pause: number, random: () => number) => pause * (0.9 + 0.1 * random())

/**
 * The pause before an attempt to reconnect, in ms: anything up to half a second, then up to two seconds, then up to the
 * pause that is kept from there on; after a minute without success a longer one. Attempts count from 0.
 *
 * Thousands that lost their server at the same moment are thereby spread evenly over that pause, and stay so: whenever the
 * server is back, each of them asks once within the pause, as many at any moment as at any other. Pauses of which each is
 * anything up to a bound would do neither: most would ask in the first half, and too many at once are sent away.
 */
export function reconnectPause(attempt: number, random: () => number = Math.random): number {
  const { socketReconnect, socketReconnectSoon, socketReconnectMax } = timings
  if (attempt > soon) return steady(socketReconnectMax, random)
  if (attempt === soon) return random() * socketReconnectMax
  const bound = socketReconnect * 4 ** attempt
  // The first pause that is as long as those to come spreads everybody over all of it.
  if (bound < 4 * socketReconnectSoon) return random() * Math.min(bound, socketReconnectSoon)
  return steady(socketReconnectSoon, random)
}
