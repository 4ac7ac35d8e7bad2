// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { blockTypes } from '../../blocks/index.ts'
import { blockId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { type RecordedServices, recordedServices } from '../../testing/editor-services.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { pressKey } from './attach-keyboard.ts'

let editor: Editor
let services: RecordedServices
const props = blockTypes.shape.defaults().props

beforeEach(() => {
  services = recordedServices()
  const blocks = [
    testBlock(1, { props }),
    testBlock(2, { props, locked: true }),
    { ...testBlock(3, { props }), frame: null },
  ]
  editor = createEditor({ deck: testDeck([1], [testSlide(1, blocks)]), services })
})

const press = (key: string, held: KeyboardEventInit = {}) =>
  pressKey(editor, new KeyboardEvent('keydown', { key, ...held }), 'canvas')

test('a toast tells why blocks cannot be grouped', () => {
  editor.model.select([blockId(1)])
  expect(press('g', { ctrlKey: true })).toBe(true)
  editor.model.select([blockId(1), blockId(3)])
  press('g', { ctrlKey: true })
  expect(services.notices).toEqual([
    'Select two things or more to group them',
    'Blocks of HTML without a place on the slide stay out of groups',
  ])
})

test('a toast tells why a locked block is not deleted, once while the key is held down', () => {
  press('Delete')
  expect(services.notices).toEqual([])
  editor.model.select([blockId(2)])
  press('Delete')
  press('Delete', { repeat: true })
  expect(services.notices).toEqual(['This is locked: unlock it to delete it'])
  expect(editor.model.slide().blocks).toHaveLength(3)
})
