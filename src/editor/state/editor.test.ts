import { describe, expect, it } from 'vitest'
import { blockId, shapeOf, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { addBlocks, deleteBlocks, setFrames, setProps } from '../commands/block-commands.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { deleteSlides, replaceSlide } from '../commands/slide-commands.ts'
import { createEditor } from './editor.ts'

const one = slideId(1)
const frame = { x: 0, y: 0, width: 5, height: 5, rotation: 0 }

function open() {
  const services = recordedServices()
  const first = testSlide(1, [testBlock(1), testBlock(2)])
  const deck = testDeck([1, 2, 3], [first, testSlide(2, [testBlock(3)])])
  return { services, deck, editor: createEditor({ deck, services }) }
}

describe('undo', () => {
  it('restores the slide and the selection with the deck', () => {
    const { editor, deck } = open()
    editor.model.select([blockId(1)])
    editor.model.apply(setFrames(one, { [blockId(1)]: frame }), { undo: 'step', label: 'Move' })
    editor.model.goTo(slideId(2))
    editor.model.select([blockId(3)])
    editor.model.undo()
    expect(editor.model.getState()).toMatchObject({ deck, slideId: one, selection: [blockId(1)], undoLabel: null })
    expect(editor.model.getState().redoLabel).toBe('Move')
    editor.model.redo()
    expect(editor.model.getState().deck.slides[one]!.blocks[0]!.frame).toEqual(frame)
  })

  it('shows the slide of the change if another is on the canvas', () => {
    const { editor } = open()
    editor.model.apply(setFrames(slideId(2), { [blockId(3)]: frame }), { undo: 'step', label: 'Move' })
    editor.model.undo()
    expect(editor.model.getState().slideId).toBe(slideId(2))
  })

  it('restores a deleted slide and shows it', () => {
    const { editor } = open()
    editor.model.goTo(slideId(2))
    editor.model.apply(deleteSlides([slideId(2)]), { undo: 'step', label: 'Delete slide' })
    expect(editor.model.getState().slideId).toBe(slideId(3))
    editor.model.undo()
    expect(shapeOf(editor.model.getState().deck)).toEqual([1, 2, 3])
    expect(editor.model.getState().slideId).toBe(slideId(2))
  })

  it('reverts typing in parts: a pause or another step ends merging', () => {
    const { editor, services } = open()
    const type = (html: string, undo: 'step' | 'merge') =>
      editor.model.apply(setProps(one, [blockId(1)], { html }), { undo, label: 'Typing', key: 'text' })
    type('a', 'merge')
    type('ab', 'merge')
    services.pass(2000)
    type('ab c', 'merge')
    type('ab cd', 'step')
    const text = () => (editor.model.getState().deck.slides[one]!.blocks[0]!.props as { html?: string }).html
    editor.model.undo()
    expect(text()).toBe('ab c')
    editor.model.undo()
    expect(text()).toBe('ab')
    editor.model.undo()
    expect(text()).toBe(undefined)
  })

  it('reverts hundreds of steps one by one', () => {
    const { editor, deck } = open()
    for (let x = 1; x <= 400; x++) {
      editor.model.apply(setFrames(one, { [blockId(1)]: { ...frame, x } }), { undo: 'step', label: 'Move' })
    }
    const place = () => editor.model.getState().deck.slides[one]!.blocks[0]!.frame!.x
    for (let x = 399; x >= 1; x--) {
      editor.model.undo()
      expect(place()).toBe(x)
    }
    editor.model.undo()
    expect(editor.model.getState()).toMatchObject({ deck, undoLabel: null })
  })

  it('has no step for a command that changes nothing', () => {
    const { editor } = open()
    editor.model.apply(deleteBlocks(one, [blockId(99)]), { undo: 'step', label: 'Delete' })
    expect(editor.model.getState().undoLabel).toBe(null)
  })

  it('never reverts foreign changes, and unchanged slides keep their identity', () => {
    const { editor, deck } = open()
    editor.model.apply(setFrames(one, { [blockId(1)]: frame }), { undo: 'step', label: 'Move' })
    const cleaned = testSlide(2, [testBlock(7)])
    editor.model.apply(replaceSlide(cleaned), { undo: 'none', label: 'Cleaned by the server' })
    editor.model.apply(setSettings({ slug: 'taken-2' }), { undo: 'none', label: 'Slug' })
    const last = editor.model.getState().deck
    editor.model.undo()
    const first = editor.model.getState().deck
    expect(first.slides[slideId(2)]).toBe(cleaned)
    expect(first.settings.slug).toBe('taken-2')
    expect(first.slides[one]).toBe(deck.slides[one])
    expect(first.slides[slideId(3)]).toBe(deck.slides[slideId(3)])
    editor.model.redo()
    expect(editor.model.getState().deck).toBe(last)
  })
})

describe('a mark', () => {
  it('restores deck and redo steps when it is canceled', () => {
    const { editor, deck } = open()
    editor.model.apply(setFrames(one, { [blockId(1)]: frame }), { undo: 'step', label: 'Move' })
    editor.model.undo()
    const mark = editor.model.mark()
    editor.model.apply(addBlocks(one, [testBlock(8)]), { undo: 'step', label: 'Add' })
    editor.model.cancelToMark(mark)
    expect(editor.model.getState().deck).toBe(deck)
    expect(editor.model.getState().redoLabel).toBe('Move')
  })

  it('squashes everything since into one step', () => {
    const { editor, deck } = open()
    const mark = editor.model.mark()
    editor.model.apply(addBlocks(one, [testBlock(8)]), { undo: 'step', label: 'Add' })
    editor.model.apply(addBlocks(one, [testBlock(9)]), { undo: 'step', label: 'Add' })
    editor.model.squashToMark(mark, 'Paste')
    expect(editor.model.getState().undoLabel).toBe('Paste')
    editor.model.undo()
    expect(editor.model.getState().deck).toBe(deck)
    expect(editor.model.getState().undoLabel).toBe(null)
  })
})

it('undoing a squash begun before two versions were merged keeps the other version', () => {
  const { editor } = open()
  const mark = editor.model.mark()
  editor.model.apply(addBlocks(one, [testBlock(8)]), { undo: 'step', label: 'Type' })
  editor.model.apply(addBlocks(one, [testBlock(9)]), { undo: 'none', label: 'Merged' })
  editor.model.squashToMark(mark, 'Typing')
  const ids = () => editor.model.getState().deck.slides[one]!.blocks.map(({ id }) => id)
  expect(ids()).toEqual(expect.arrayContaining([blockId(8), blockId(9)]))
  editor.model.undo()
  expect(ids()).toContain(blockId(9))
  expect(ids()).not.toContain(blockId(8))
  editor.model.cancelToMark(mark)
  expect(ids()).toContain(blockId(9))
})

describe('the selection', () => {
  it('contains only blocks of the slide, and deleting one leaves the rest selected', () => {
    const { editor } = open()
    editor.model.select([blockId(1), blockId(3), blockId(2)])
    expect(editor.model.getState().selection).toEqual([blockId(1), blockId(2)])
    editor.model.apply(deleteBlocks(one, [blockId(1)]), { undo: 'step', label: 'Delete' })
    expect(editor.model.getState().selection).toEqual([blockId(2)])
  })

  it('notifies listeners once per change, and not without one', () => {
    const { editor } = open()
    let calls = 0
    editor.model.subscribe(() => {
      calls++
    })
    editor.model.select([blockId(1)])
    editor.model.select([blockId(1)])
    editor.model.show({ hover: null })
    expect(calls).toBe(1)
  })
})
