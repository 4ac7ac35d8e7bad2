import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PageDeck, slideIdAt, toPageDeck } from './page-deck.ts'

const deck = (version: number, ...ids: readonly (readonly string[])[]): PageDeck => ({
  version,
  slides: ids.flatMap((stack, h) => stack.map((id, v) => ({ h, v, id }))),
})
const at = (indexh: number, indexv: number, slide?: string | null, indexf: number | null = 2) => ({
  ...{ indexh, indexv, indexf },
  ...(slide === undefined ? {} : { slide }),
})

test('a page with another version of the deck shows the presenter’s slide, regardless of its position in that version', () => {
  const now = deck(6, ['new'], ['a'], ['b1', 'b2'], ['c'])
  expect(toPageDeck(at(0, 0, 'a'), now)).toEqual({ ...at(1, 0, 'a') })
  expect(toPageDeck(at(1, 1, 'b2'), now)).toEqual({ ...at(2, 1, 'b2') })
})

test('a missing slide resolves to its old position, or to the nearest slide before that position', () => {
  const shorter = deck(6, ['a'], ['b1', 'b2'])
  expect(toPageDeck(at(1, 1, 'gone'), shorter)).toEqual({ ...at(1, 1, 'gone', null) })
  expect(toPageDeck(at(1, 7, 'gone'), shorter)).toEqual({ ...at(1, 1, 'gone', null) })
  expect(toPageDeck(at(9, 0), shorter)).toEqual({ ...at(1, 1, undefined, null) })
})

test('the same version or an empty deck changes no position', () => {
  const same = deck(5, ['a'], ['b1', 'b2'])
  for (const state of [at(1, 1, 'b2'), at(1, 0, null), at(0, 0)]) expect(toPageDeck(state, same)).toBe(state)
  const lost = at(4, 0, 'a')
  expect(toPageDeck(lost, deck(1))).toBe(lost)
})

test('no position outside the deck is returned', () => {
  const stacks = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(stacks, fc.nat(12), fc.nat(6), fc.option(fc.nat(20)), (sizes, h, v, slide) => {
      let next = 0
      const own = deck(1, ...sizes.map((size) => Array.from({ length: size }, () => `s${next++}`)))
      const found = toPageDeck(at(h, v, slide === null ? null : `s${slide}`), own)
      expect(slideIdAt(own, found)).not.toBeNull()
    }),
  )
})

test('only valid slide ids are sent', () => {
  const invalid = deck(1, ['a'], ['é <b>'])
  expect([slideIdAt(invalid, at(0, 0)), slideIdAt(invalid, at(1, 0)), slideIdAt(invalid, at(2, 0))]).toEqual([
    'a',
    null,
    null,
  ])
})
