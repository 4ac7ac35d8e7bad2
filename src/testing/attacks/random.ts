import { randomFrom } from '../seeded-random.ts'

/** Deterministic random choices per seed. */
export interface Random {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  /** One of the items. */
  pick<T>(things: readonly T[]): T
  /** True in about one of `cases` calls. */
  oneIn(cases: number): boolean
}

/** Creates a seeded generator. */
export function random(seed: number): Random {
  const next = randomFrom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (things) => things[below(things.length)]!, oneIn: (cases) => below(cases) === 0 }
}
