import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { slideIds } from '../../document/structure.ts'
import type { Command } from '../commands/command.ts'
import { offerBlocks } from '../flow/offer-blocks.ts'
import type { Editor } from '../state/editor.ts'
import { takeSlides } from './take-slides.ts'

const id = (n: number) => String(n).padStart(32, '0')
const block = (n: number, text: string) =>
  `<div class="block" data-block-type="text" data-block-id="${String(n).padStart(16, '0')}" style="left: 0px; top: 0px; width: 100px; height: 50px;"><div class="block-content"><p>${text}</p></div></div>`
const data = (text: string) =>
  `<section data-id="${id(1)}">${block(1, text)}</section><section><section data-id="${id(2)}">${block(2, text)}</section><section data-id="${id(3)}">${block(3, text)}</section></section>`

test('an export of a deck is added to that deck as more slides, and its present slides stay as they are', async () => {
  let deck = { ...parseSlides(data('Changed since'), blocks), settings: {} } as unknown as Deck
  const before = deck
  const apply = (command: Command) => {
    deck = command(deck)
  }
  const editor = { model: { getState: () => ({ deck }), apply }, services: { notify: () => {} } } as unknown as Editor
  expect(takeSlides(editor, { data: data('As exported'), notes: {}, settings: {} }, 'append')).toHaveLength(3)
  const ids = slideIds(deck)
  expect(ids.slice(0, 3)).toEqual([id(1), id(2), id(3)])
  expect([ids.length, new Set(ids).size, Object.keys(deck.slides).length]).toEqual([6, 6, 6])
  for (const one of slideIds(before)) expect(deck.slides[one]).toBe(before.slides[one])
  expect(deck.stacks.map((stack) => stack.slides.length)).toEqual([1, 2, 1, 2])
  const blockIds = Object.values(deck.slides).flatMap((slide) => slide.blocks.map((one) => one.id))
  expect(new Set(blockIds).size).toBe(6)
  expect(JSON.stringify(ids.slice(3).map((one) => deck.slides[one]?.blocks))).toContain('As exported')
})

test('blocks are offered for imported slides only, not for those that the deck has', () => {
  const flow = `<section data-id="${id(9)}"><h1>By hand</h1></section>`
  let deck = { ...parseSlides(flow, blocks), settings: {} } as unknown as Deck
  let offers = 0
  const apply = (command: Command) => {
    deck = command(deck)
  }
  const notify = () => {
    offers += 1
  }
  const editor = { model: { getState: () => ({ deck }), apply }, services: { notify } } as unknown as Editor
  offerBlocks(editor, takeSlides(editor, { data: data('Blocks'), notes: {}, settings: {} }, 'append')!)
  expect(offers).toBe(0)
  offerBlocks(editor, takeSlides(editor, { data: flow, notes: {}, settings: {} }, 'append')!)
  expect(offers).toBe(1)
})
