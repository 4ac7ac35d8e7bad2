import { expect, test } from 'vitest'
import { fieldInput } from '../api/inputs.ts'
import {
  checkboxesOf,
  deckFieldList,
  deckFields,
  forkedSettings,
  frameFields,
  newDeckSettings,
} from './deck-columns.ts'

test('a new deck has only values that a client may send', () => {
  for (const { name, rule, initial } of deckFieldList) {
    if (initial !== null) expect(fieldInput(rule).safeParse(initial), name).toMatchObject({ success: true })
  }
})

test('the checkboxes of a group have distinct positions, starting at 1', () => {
  for (const group of ['Presenting', 'Layout'] as const) {
    const places = checkboxesOf(group).map((name) => deckFields[name].checkbox.place)
    expect(places).toEqual(places.map((_, index) => index + 1))
  }
  expect(checkboxesOf('Presenting').slice(0, 3)).toEqual(['should_loop', 'slide_number', 'share_notes'])
  expect(checkboxesOf('Layout').slice(0, 3)).toEqual(['center', 'rtl', 'rolling_links'])
})

test('a fork copies styles and texts of its original, but neither its slug nor its sharing of notes', () => {
  const original = { ...newDeckSettings, title: 'Bees', slug: 'bees', theme_color: 'sea-yellow', share_notes: true }
  expect(forkedSettings({ ...original, public_comments: false }).public_comments).toBe(true)
  expect(forkedSettings(original)).toEqual({ ...original, slug: null, share_notes: false })
})

test("a deck's frame gets its settings under the player's names, without the deck's texts", () => {
  const deck = { ...newDeckSettings, auto_slide_interval: 4000, should_loop: true, description: 'Secret' }
  const framed = frameFields(deck)
  expect(framed).toMatchObject({ transition: 'slide', center: true, autoSlide: 4000, loop: true, rtl: false })
  for (const value of [deck.title, deck.description]) expect(Object.values(framed)).not.toContain(value)
})
