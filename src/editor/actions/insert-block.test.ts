import { expect, it } from 'vitest'
import { slideId, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import { insertableTypes, insertBlock } from './insert-block.ts'

it('new blocks of any type and size never cover each other', () => {
  const deck = testDeck([1], [testSlide(1, [])])
  const editor = createEditor({ deck, services: recordedServices() })
  for (const type of [...insertableTypes, ...insertableTypes]) {
    editor.model.stopEditing()
    insertBlock(editor, type)
  }
  const middles = editor.model.getState().deck.slides[slideId(1)]!.blocks.map(({ frame }) => {
    return [Math.round(frame!.x + frame!.width / 2), Math.round(frame!.y + (frame!.height ?? 60) / 2)].join()
  })
  expect(middles.length).toBeGreaterThan(8)
  expect(new Set(middles).size).toBe(middles.length)
})
