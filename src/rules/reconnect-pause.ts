import { timings } from './timings.ts'

/** Attempts in a row, some ten seconds in all, in which a server that was started anew is hoped for. */
const soon = 8

/**
 * The pause before an attempt to reconnect, in ms: anything up to a bound that doubles from half a second to four, and is
 * ten once that has not helped for a while. Thousands that lost their server at the same moment come back spread over all
 * of it, and within seconds of its return. Attempts count from 0.
 */
export function reconnectPause(attempt: number, random: () => number = Math.random): number {
  const { socketReconnect, socketReconnectSoon, socketReconnectMax } = timings
  if (attempt >= soon) return random() * socketReconnectMax
  return random() * Math.min(socketReconnectMax, socketReconnectSoon, socketReconnect * 2 ** attempt)
}
