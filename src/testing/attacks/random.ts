/** Random choices that are the same for the same seed on every machine. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** One of some things. */
  pick<T>(things: readonly T[]): T
  /** True in about one of so many cases. */
  oneIn(cases: number): boolean
}

/** Starts a sequence of random choices (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (things) => things[below(things.length)]!, oneIn: (cases) => below(cases) === 0 }
}
