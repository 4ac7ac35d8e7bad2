import { randomFrom } from '../seeded-random.ts'

/** Random choices that are the same for the same seed on every machine. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** One of some things. */
  pick<T>(things: readonly T[]): T
  /** True in about one of so many cases. */
  oneIn(cases: number): boolean
}

/** Starts a sequence of random choices. */
export function random(seed: number): Random {
  const next = randomFrom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (things) => things[below(things.length)]!, oneIn: (cases) => below(cases) === 0 }
}
