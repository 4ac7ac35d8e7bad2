/** Numbers from 0 to below 1, deterministic per seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seeded random numbers, so that a failing run can be repeated. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number
  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number
  pick<T>(list: readonly T[]): T
}

/** Random numbers, integers and picks from one seed. */
export function seededRandom(seed: number): SeededRandom {
  const next = randomFrom(seed)
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  }
}
