import { HttpError } from './http/http-error.ts'

/** Runs a task at once or when a slot is free. */
export type LimitedRun = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrency: `atOnce` tasks run, `waiting` more queue in order, and the rest are refused with a 429 whose message
 * is `full`.
 */
export function createConcurrencyLimit(limit: {
  readonly atOnce: number
  readonly waiting: number
  readonly full: string
}): LimitedRun {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit.atOnce) running += 1
    else if (queue.length >= limit.waiting) throw new HttpError(429, limit.full, { retryAfter: 5 })
    // A finished task passes its slot to the next waiter (FIFO), so no later one can take it.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
