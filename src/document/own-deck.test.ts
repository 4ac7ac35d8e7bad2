import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOwnDeck, type OwnDeck, slideIdAt } from './own-deck.ts'

const deck = (version: number, ...ids: readonly (readonly string[])[]): OwnDeck => ({
  version,
  slides: ids.flatMap((stack, h) => stack.map((id, v) => ({ h, v, id }))),
})
const at = (indexh: number, indexv: number, slide?: string | null, indexf: number | null = 2) => ({
  ...{ indexh, indexv, indexf },
  ...(slide === undefined ? {} : { slide }),
})

test('who has another version of the deck is on the slide that the presenter shows, wherever it stands there', () => {
  const now = deck(6, ['new'], ['a'], ['b1', 'b2'], ['c'])
  expect(inOwnDeck(at(0, 0, 'a'), now)).toEqual({ ...at(1, 0, 'a') })
  expect(inOwnDeck(at(1, 1, 'b2'), now)).toEqual({ ...at(2, 1, 'b2') })
})

test('a slide that is not there any more leads to its old place, or to the last slide before it', () => {
  const shorter = deck(6, ['a'], ['b1', 'b2'])
  expect(inOwnDeck(at(1, 1, 'gone'), shorter)).toEqual({ ...at(1, 1, 'gone', null) })
  expect(inOwnDeck(at(1, 7, 'gone'), shorter)).toEqual({ ...at(1, 1, 'gone', null) })
  expect(inOwnDeck(at(9, 0), shorter)).toEqual({ ...at(1, 1, undefined, null) })
})

test('with the same version nothing is moved, and a deck without slides moves nobody', () => {
  const same = deck(5, ['a'], ['b1', 'b2'])
  for (const state of [at(1, 1, 'b2'), at(1, 0, null), at(0, 0)]) expect(inOwnDeck(state, same)).toBe(state)
  const lost = at(4, 0, 'a')
  expect(inOwnDeck(lost, deck(1))).toBe(lost)
})

test('nobody is ever sent to a slide that does not exist', () => {
  const stacks = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(stacks, fc.nat(12), fc.nat(6), fc.option(fc.nat(20)), (sizes, h, v, slide) => {
      let next = 0
      const own = deck(1, ...sizes.map((size) => Array.from({ length: size }, () => `s${next++}`)))
      const found = inOwnDeck(at(h, v, slide === null ? null : `s${slide}`), own)
      expect(slideIdAt(own, found)).not.toBeNull()
    }),
  )
})

test('only an id that can travel is told', () => {
  const odd = deck(1, ['a'], ['é <b>'])
  expect([slideIdAt(odd, at(0, 0)), slideIdAt(odd, at(1, 0)), slideIdAt(odd, at(2, 0))]).toEqual(['a', null, null])
})
