import { beforeEach, expect, test } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import type { Block } from '../../document/deck-model.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { type RecordedServices, recordedServices } from '../../testing/editor-services.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { actionNamed } from './index.ts'

let editor: Editor
let services: RecordedServices

const shape = (number: number, fill: string, more: Partial<Block> = {}) =>
  testBlock(number, { props: { ...blockTypes.shape.defaults().props, fill }, ...more } as Parameters<
    typeof testBlock
  >[1])
const text = (number: number, html: string, style: Block['style'] = []) =>
  testBlock(number, { type: 'text', props: { ...blockTypes.text.defaults().props, html }, style })
const serif = [['font-family', 'serif']] as const
const blockOf = (number: number) =>
  Object.values(editor.model.getState().deck.slides)
    .flatMap((slide) => slide.blocks)
    .find((block) => block.id === blockId(number))!

beforeEach(() => {
  services = recordedServices()
  const slides = [
    testSlide(1, [shape(1, 'red'), shape(2, 'blue'), text(3, '<h2>A</h2>', serif), text(4, '<p>B</p>', serif)]),
    testSlide(2, [text(5, '<p>C</p>')]),
    testSlide(3, [shape(6, 'red'), shape(7, 'red'), shape(8, 'red', { locked: true }), text(9, '<h2>D</h2>')]),
  ]
  editor = createEditor({ deck: testDeck([1, 2, 3], slides), services })
})

const run = (id: string) => {
  expect(actionNamed(id).when(editor.model.getState())).toBe(true)
  actionNamed(id).run(editor)
}

test('all texts with the same font are selected', () => {
  editor.model.select([blockId(3)])
  run('select-same-font')
  expect(editor.model.getState().selection).toEqual([blockId(3), blockId(4)])
  editor.model.select([blockId(1)])
  run('select-same-font')
  expect(editor.model.getState().selection).toEqual([blockId(1), blockId(2)])
})

test('blocks of the same kind and fill are found on the next slide that has one, and the search wraps around the deck', () => {
  editor.model.select([blockId(1)])
  run('select-same-next')
  expect(editor.model.getState()).toMatchObject({ slideId: slideId(3), selection: [blockId(6), blockId(7)] })
  run('select-same-next')
  expect(editor.model.getState()).toMatchObject({ slideId: slideId(1), selection: [blockId(1)] })
  editor.model.select([blockId(2)])
  expect(actionNamed('select-same-next').when(editor.model.getState())).toBe(false)
})

test('a block’s style is applied to all blocks of its kind, except locked ones, in one undo step', () => {
  const before = editor.model.getState().deck
  editor.model.select([blockId(3)])
  run('apply-look-to-all')
  expect(blockOf(9).style).toEqual(serif)
  expect(blockOf(9).props).toMatchObject({ html: '<h2>D</h2>' })
  expect(blockOf(5).style).toEqual([])
  editor.model.undo()
  expect(editor.model.getState().deck).toBe(before)
  editor.model.goTo(slideId(1))
  editor.model.select([blockId(2)])
  run('apply-look-to-all')
  expect([1, 6, 7, 8].map((number) => (blockOf(number).props as { fill: string }).fill)).toEqual([
    'blue',
    'blue',
    'blue',
    'red',
  ])
  expect(services.notices.at(-1)).toBe('3 blocks have this look now, on 2 slides')
  expect(actionNamed('apply-look-to-all').when(editor.model.getState())).toBe(false)
})

test('a guide is added at the selection, never at the position of another guide, and removing guides can be undone', () => {
  editor.model.select([blockId(1)])
  run('add-guide-x')
  run('add-guide-x')
  editor.model.select([])
  run('add-guide-y')
  expect(editor.model.getState().userGuides).toEqual({ x: [60, 100], y: [350] })
  run('remove-guides')
  expect(editor.model.getState().userGuides).toEqual({ x: [], y: [] })
  services.offers.at(-1)?.run()
  expect(editor.model.getState().userGuides).toEqual({ x: [60, 100], y: [350] })
})
