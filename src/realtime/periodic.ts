import { timings } from '../rules/timings.ts'

/** Runs work every `ms`; skips a run while the previous one is pending, as with a slow database. Returns the end. */
export function everyPause(ms: number, work: () => Promise<void>): () => void {
  let runs = false
  const turn = async () => {
    if (runs) return
    runs = true
    await work()
    runs = false
  }
  const timer = setInterval(() => void turn(), ms)
  return () => clearInterval(timer)
}

/** Rejects after a timeout; the work itself continues. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database gave no answer in time')), timings.liveAccessPatience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Lets other events be handled: the promises of SQLite's statements, which are synchronous, resolve without a turn of the
 * event loop, so a loop over many of them would hold all requests up.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** ms over which a round of many is spread, and the longest pause between two of them. */
const [roundTime, longestPause] = [1_000, 10]

/** Waits between two of `count` in a round: one after the other at once, they would delay what comes meanwhile. */
export function nextInRound(count: number): Promise<void> {
  const pause = Math.min(longestPause, roundTime / count)
  return pause < 1 ? nextTurn() : new Promise((resolve) => setTimeout(resolve, pause))
}
