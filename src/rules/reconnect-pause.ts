import { timings } from './timings.ts'

/**
 * The pause before an attempt to reconnect, in ms: anything up to a bound that doubles from half a second to ten. Thousands
 * that lost their server at the same moment come back spread over all of it. Attempts count from 0.
 */
export function reconnectPause(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(timings.socketReconnectMax, timings.socketReconnect * 2 ** Math.min(attempt, 20))
}
