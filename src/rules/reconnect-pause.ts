import { timings } from './timings.ts'

/** Number of fast attempts, about a minute, in which a restarted server is expected. */
const soon = 20

/** Between 90 % and 100 % of the delay: clients spread over one interval stay spread. */
const steady = (pause: number, random: () => number) => pause * (0.9 + 0.1 * random())

/**
 * Delay before a reconnect attempt, in ms: up to 0.5 s, then up to 2 s, then the steady delay. After a minute without
 * success the delay is longer. Attempts count from 0.
 *
 * Thousands of clients that lost the server at once are thus spread evenly over the steady delay, and stay spread.
 * Whenever the server returns, each client asks once within that delay. Full jitter would not suffice: most clients
 * would ask in the first half, and the reconnect limit would refuse them.
 */
export function reconnectPause(attempt: number, random: () => number = Math.random): number {
  const { socketReconnect, socketReconnectSoon, socketReconnectMax } = timings
  if (attempt > soon) return steady(socketReconnectMax, random)
  if (attempt === soon) return random() * socketReconnectMax
  const bound = socketReconnect * 4 ** attempt
  // A delay at least as long as the steady one is fully random: it spreads all clients over the steady delay.
  if (bound < 4 * socketReconnectSoon) return random() * Math.min(bound, socketReconnectSoon)
  return steady(socketReconnectSoon, random)
}
