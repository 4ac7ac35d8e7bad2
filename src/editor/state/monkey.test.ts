// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySlides } from '../../testing/arbitrary-deck.ts'
import { plainSettings } from '../../testing/editor-decks.ts'
import { asStored, runMonkey } from '../../testing/monkey/run-monkey.ts'

/** Number of seeds: few by default, many with MONKEY_SEEDS. */
const count = Number(process.env.MONKEY_SEEDS ?? 2)
const begin = Number(process.env.MONKEY_SEED ?? 1)
const actions = Number(process.env.MONKEY_ACTIONS ?? 400)

/** A random deck with all kinds of blocks, as loaded from the server. */
function deckOf(seed: number) {
  const [slides] = fc.sample(arbitrarySlides, { seed, numRuns: 1 })
  return asStored(slides!, plainSettings)
}

describe('a deck after any actions in any order', () => {
  const seeds = Array.from({ length: count }, (_, index) => begin + index)
  it.each(seeds)(
    `is valid, is saved unchanged, and is undone and redone byte for byte (seed %i)`,
    async (seed) => {
      const { faults, changes, steps } = await runMonkey(deckOf(seed), seed, actions)
      expect(faults).toEqual([])
      expect(changes).toBeGreaterThan(actions / 5)
      expect(steps).toBeGreaterThan(actions / 25)
    },
    120_000,
  )
})
