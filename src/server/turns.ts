import { HttpError } from './http/http-error.ts'

/** Runs work now or when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so many pieces of dear work run `atOnce`, keeps as many `waiting`, in order, and refuses the rest with a 429 that
 * says `full`.
 */
export function createTurns(limit: {
  readonly atOnce: number
  readonly waiting: number
  readonly full: string
}): InTurn {
  const line: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit.atOnce) running += 1
    else if (line.length >= limit.waiting) throw new HttpError(429, limit.full, { retryAfter: 5 })
    // Whoever ends hands its place on, so that nobody can slip in between.
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
