// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { editorOf } from '../../blocks/find-editor.ts'
import { blockTypes } from '../../blocks/index.ts'
import { checkDeck } from '../../document/check-deck.ts'
import { blockId, shapeOf, slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { type RecordedServices, recordedServices } from '../../testing/editor-services.ts'
import { headlessSurface, pointerAt } from '../../testing/editor-surface.ts'
import { pasteContent } from '../clipboard/paste-content.ts'
import { addBlocks, updateBlocks } from '../commands/block-commands.ts'
import { moveGesture } from '../gestures/move.ts'
import { panelNames } from '../panels/panel-names.ts'
import { createEditor, type Editor } from '../state/editor.ts'
import { selectedIn } from '../state/selection.ts'
import { loadLayouts } from '../templates/load-layouts.ts'
import { pressKey } from './attach-keyboard.ts'
import { copyOf } from './clipboard-blocks.ts'
import { readClipboard } from './clipboard-content.ts'
import { actionNamed, actions } from './index.ts'
import { matchesShortcut } from './match-shortcut.ts'

let editor: Editor
let services: RecordedServices
const shape = blockTypes.shape.defaults().props
const text = (html: string) => ({ ...blockTypes.text.defaults().props, html })

beforeEach(() => {
  services = recordedServices()
  const blocks = [
    testBlock(1, { props: shape }),
    testBlock(2, { type: 'text', props: text('<p>Two</p>'), frame: { x: 300, y: 200 } }),
    testBlock(3, { props: shape, locked: true, frame: { x: 500 } }),
  ]
  editor = createEditor({ deck: testDeck([1, [2, 3]], [testSlide(1, blocks)]), services })
})

const key = (name: string, held: Partial<KeyboardEventInit> = {}) =>
  new KeyboardEvent('keydown', { key: name, ...held })
const press = (name: string, held: Partial<KeyboardEventInit> = {}) => pressKey(editor, key(name, held), 'canvas')
const frame = (number: number) => editor.model.slide().blocks.find((block) => block.id === blockId(number))!.frame!

describe('the list of actions', () => {
  it('no two actions have the same id', () => {
    const ids = actions.map((action) => action.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('every action has a label, an icon and a condition', () => {
    for (const action of actions) {
      expect(action.label).not.toBe('')
      expect(action.icon).toBeTruthy()
      expect(typeof action.when(editor.model.getState())).toBe('boolean')
    }
  })
  it('no two actions have the same label', () => {
    const labels = actions.filter((action) => !action.quiet).map((action) => action.label)
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
  })
  it("the actions for panels have the labels of the panels' tabs", () => {
    for (const [name, label] of Object.entries(panelNames)) {
      expect(actionNamed(`panel-${name}`).label.startsWith(label)).toBe(true)
    }
  })
  it('no two actions have the same shortcut for the same selection', () => {
    const selections = [[], [blockId(1)], [blockId(2)], [blockId(3)]]
    for (const selection of selections) {
      editor.model.select(selection)
      const possible = actions.filter((action) => action.when(editor.model.getState()))
      const used = new Map<string, string>()
      for (const action of possible.filter((one) => one.group !== 'slide')) {
        for (const shortcut of action.shortcuts) {
          expect(used.get(shortcut), shortcut).toBe(undefined)
          used.set(shortcut, action.id)
        }
      }
    }
  })
})

describe('any sequence of actions', () => {
  /** Actions that open a dialog or belong to the page around the editor. */
  const excluded = new Set(
    'delete-slide copy cut paste copy-slides cut-slides paste-slides save present insert-image undo redo'.split(' '),
  )
  const included = actions.filter((action) => !excluded.has(action.id))

  it('the deck stays valid, and undo and redo restore the first and the last deck', () => {
    const steps = fc.array(fc.record({ action: fc.nat(included.length - 1), block: fc.nat(9) }), { maxLength: 50 })
    fc.assert(
      fc.property(steps, (sequence) => {
        const start = editor.model.getState().deck
        const tried = createEditor({ deck: start, services })
        for (const { action: index, block } of sequence) {
          const blocks = tried.model.slide().blocks
          if (blocks.length > 0 && block < 6) tried.model.select([blocks[block % blocks.length]!.id])
          const action = included[index]!
          if (action.when(tried.model.getState())) action.run(tried)
          expect(checkDeck(tried.model.getState().deck), action.id).toEqual([])
        }
        const last = tried.model.getState().deck
        while (tried.model.getState().undoLabel !== null) tried.model.undo()
        expect(tried.model.getState().deck).toBe(start)
        while (tried.model.getState().redoLabel !== null) tried.model.redo()
        expect(tried.model.getState().deck).toBe(last)
      }),
      { numRuns: 60, seed: 20_240_601 },
    )
  })
})

describe('shortcuts', () => {
  const pressed = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)
  it('shortcuts use Command on Apple devices and Ctrl elsewhere', () => {
    expect(matchesShortcut(pressed({ key: 'z', ctrlKey: true }), 'Mod+Z', false)).toBe(true)
    expect(matchesShortcut(pressed({ key: 'z', metaKey: true }), 'Mod+Z', true)).toBe(true)
    expect(matchesShortcut(pressed({ key: 'z', ctrlKey: true }), 'Mod+Z', true)).toBe(false)
    expect(matchesShortcut(pressed({ key: 'Z', ctrlKey: true, shiftKey: true }), 'Mod+Z', false)).toBe(false)
  })
  it('shortcuts match by physical key on non-Latin keyboards, and symbols match with or without Shift', () => {
    expect(matchesShortcut(pressed({ key: 'я', code: 'KeyZ', ctrlKey: true }), 'Mod+Z', false)).toBe(true)
    expect(matchesShortcut(pressed({ key: '?', shiftKey: true }), '?', false)).toBe(true)
    expect(
      matchesShortcut(pressed({ key: '*', code: 'Digit8', shiftKey: true, ctrlKey: true }), 'Mod+Shift+8', false),
    ).toBe(true)
    expect(
      matchesShortcut(pressed({ key: '}', code: 'BracketRight', shiftKey: true, ctrlKey: true }), 'Mod+]', false),
    ).toBe(false)
  })
})

describe('keys', () => {
  it('arrow keys nudge by 1, 10 or 0.1 px, and consecutive nudges are one undo step', () => {
    editor.model.select([blockId(1)])
    press('ArrowRight')
    press('ArrowDown', { shiftKey: true })
    press('ArrowLeft', { altKey: true })
    expect(frame(1)).toMatchObject({ x: 10.9, y: 30 })
    editor.model.undo()
    expect(frame(1)).toMatchObject({ x: 10, y: 20 })
    expect(editor.model.getState().undoLabel).toBe(null)
  })
  it('arrow keys change the slide when nothing is selected', () => {
    press('ArrowDown')
    expect(editor.model.getState().slideId).toBe(slideId(2))
  })
  it('a typed letter starts text editing when a text block is selected', () => {
    editor.model.select([blockId(2)])
    expect(press('x')).toBe(true)
    expect(editor.model.getState().editing).toBe(blockId(2))
    expect(editor.model.editingEntry()).toEqual({ kind: 'typed', text: 'x' })
  })
  it('a shortcut with Ctrl never reaches the browser, even if its action is impossible', () => {
    editor.model.goTo(slideId(2))
    expect(editor.model.slide().blocks).toHaveLength(0)
    for (const name of ['a', 'd', 'g', '[']) expect(press(name, { ctrlKey: true })).toBe(true)
    expect(press('l', { ctrlKey: true })).toBe(false)
    expect(pressKey(editor, key('a', { ctrlKey: true }), 'field')).toBe(false)
  })
  it('Enter and F2 start text editing', () => {
    for (const name of ['Enter', 'F2']) {
      editor.model.select([blockId(2)])
      press(name)
      expect(editor.model.getState().editing, name).toBe(blockId(2))
      editor.model.stopEditing()
    }
  })
  it('two shortcuts copy a style from one slide to another', () => {
    editor.model.apply(
      updateBlocks(slideId(1), [blockId(1)], (block) => ({ ...block, style: [['opacity', '0.4']] })),
      {
        undo: 'step',
        label: 'Set up',
      },
    )
    editor.model.select([blockId(1)])
    press('c', { ctrlKey: true, altKey: true })
    editor.model.goTo(slideId(2))
    editor.model.apply(addBlocks(slideId(2), [testBlock(9, { props: shape })]), { undo: 'step', label: 'Set up' })
    editor.model.select([blockId(9)])
    press('v', { ctrlKey: true, altKey: true })
    expect(editor.model.slide().blocks[0]!.style).toEqual([['opacity', '0.4']])
  })
  it('undo and redo shortcuts never reach the browser, even with an empty history', () => {
    for (const held of [{ ctrlKey: true }, { ctrlKey: true, shiftKey: true }]) {
      expect(press('z', held)).toBe(true)
      expect(pressKey(editor, key('z', held), 'field')).toBe(false)
    }
    expect(press('q', { ctrlKey: true })).toBe(false)
  })
  it('shortcuts pressed in an input field of the page do not change the slide, except save', () => {
    editor.model.select([blockId(1)])
    expect(pressKey(editor, key('Delete'), 'field')).toBe(false)
    expect(pressKey(editor, key('s', { ctrlKey: true }), 'field')).toBe(true)
    expect(services.saves.count).toBe(1)
  })
  it('Tab moves from block to block in reading order, and leaves the slide after the last block', () => {
    const order: (string | undefined)[] = []
    for (let index = 0; index < 3; index++) {
      press('Tab')
      order.push(editor.model.getState().selection[0])
    }
    expect(order).toEqual([blockId(1), blockId(3), blockId(2)])
    expect(press('Tab')).toBe(false)
  })
  it('Escape first ends text editing, then clears the selection', () => {
    editor.model.startEditing(blockId(2))
    pressKey(editor, key('Escape'), 'text')
    expect(editor.model.getState()).toMatchObject({ editing: null, selection: [blockId(2)] })
    press('Escape')
    expect(editor.model.getState().selection).toEqual([])
    expect(press('Escape')).toBe(false)
  })
})

describe('deleting', () => {
  it('deleting keeps locked blocks', () => {
    editor.model.select([blockId(1), blockId(3)])
    press('Delete')
    expect(editor.model.slide().blocks.map((block) => block.id)).toEqual([blockId(2), blockId(3)])
  })
  it('only deleting slides asks for confirmation, since undo restores everything else', () => {
    const asked: string[] = []
    const excluded = new Set('copy cut paste copy-slides cut-slides paste-slides copy-picture'.split(' '))
    for (const action of actions.filter(({ id }) => !excluded.has(id))) {
      for (const selection of [[], [blockId(1)], [blockId(1), blockId(2)]]) {
        const confirm = () => {
          asked.push(action.id)
          return Promise.resolve(false)
        }
        const { deck } = editor.model.getState()
        const tried = createEditor({ deck, services: { ...recordedServices(), confirm } })
        tried.model.select(selection)
        if (action.when(tried.model.getState())) action.run(tried)
      }
    }
    expect([...new Set(asked)]).toEqual(['delete-slide'])
  })
  it('a slide is deleted only after confirmation', async () => {
    actionNamed('delete-slide').run(editor)
    await Promise.resolve()
    expect(shapeOf(editor.model.getState().deck)).toEqual([[2, 3]])
    const careful = createEditor({ deck: testDeck([1, 2]), services: recordedServices(false) })
    actionNamed('delete-slide').run(careful)
    await Promise.resolve()
    expect(shapeOf(careful.model.getState().deck)).toEqual([1, 2])
  })
})

describe('slides', () => {
  it('a slide can be added beside and below, is shown at once, and can be reordered', async () => {
    await loadLayouts()
    actionNamed('new-slide').run(editor)
    const added = editor.model.getState().slideId
    expect(editor.model.getState().deck.stacks[1]!.slides).toEqual([added])
    actionNamed('new-slide-below').run(editor)
    expect(editor.model.getState().deck.stacks[1]!.slides).toHaveLength(2)
    editor.model.goTo(slideId(3))
    actionNamed('move-slide-later').run(editor)
    expect(editor.model.getState().deck.stacks.at(-1)!.slides).toEqual([slideId(3)])
    actionNamed('move-slide-earlier').run(editor)
    actionNamed('move-slide-earlier').run(editor)
    expect(editor.model.getState().deck.stacks.findIndex((stack) => stack.slides.includes(slideId(3)))).toBe(1)
  })
})

describe('the clipboard', () => {
  const clipboard = (data: Readonly<Record<string, string>>) =>
    readClipboard({ getData: (type: string) => data[type] ?? '', files: [] } as unknown as DataTransfer)

  it('blocks pasted on another slide keep their position and get new ids', () => {
    editor.model.select([blockId(1), blockId(2)])
    const content = copyOf(selectedIn(editor.model.getState()))
    expect(content['text/plain']).toContain('Two')
    editor.model.goTo(slideId(2))
    void pasteContent(editor, clipboard(content))
    const pasted = editor.model.slide().blocks
    expect(pasted.map((block) => block.type)).toEqual(['shape', 'text'])
    expect(pasted.map((block) => block.frame!.x)).toEqual([10, 300])
    expect(pasted.some((block) => block.id === blockId(1))).toBe(false)
    expect(editor.model.getState().selection).toHaveLength(2)
  })
  it("copied blocks are recognized by their HTML, without the editor's own format", () => {
    editor.model.select([blockId(2)])
    const content = copyOf(selectedIn(editor.model.getState()))
    void pasteContent(editor, clipboard({ 'text/html': content['text/html']! }))
    expect(editor.model.slide().blocks).toHaveLength(4)
    expect(editor.model.slide().blocks.at(-1)!.frame).toMatchObject({ x: 320, y: 220 })
  })
  it('HTML pasted from a web page loses its fonts, and plain text becomes paragraphs', () => {
    void pasteContent(
      editor,
      clipboard({ 'text/html': '<h1 style="font-family:x">Title</h1><p>Text <b>bold</b></p>', 'text/plain': 'Title' }),
    )
    expect(editor.model.slide().blocks.at(-1)).toMatchObject({
      type: 'text',
      props: { html: '<h1>Title</h1><p>Text <strong>bold</strong></p>' },
    })
    void pasteContent(editor, clipboard({ 'text/plain': 'a\nb' }))
    expect(editor.model.slide().blocks.at(-1)!.props).toMatchObject({ html: '<p>a</p><p>b</p>' })
  })
  it('pasting removes scripts', () => {
    const evil =
      '<section><div class="block" data-block-type="text" style="left:0;top:0;width:9px;height:9px"><div class="block-content" style="padding: 1px;"><img src=x onerror=alert(1)><script>alert(2)</script>hi</div></div></section>'
    void pasteContent(editor, clipboard({ 'application/x-lectern+json': JSON.stringify({ version: 1, slide: evil }) }))
    expect(JSON.stringify(editor.model.slide())).not.toMatch(/onerror|script/)
  })
})

describe('resetting text to the theme', () => {
  it('resetting changes the selected blocks, or the whole slide when no block is selected', () => {
    const style = [['font-size', '80px']] as const
    const own = (number: number) => editor.model.slide().blocks.find((block) => block.id === blockId(number))!.style
    const boxes = [8, 9].map((number) => testBlock(number, { type: 'text', props: text('<p>Large</p>'), style }))
    editor.model.apply(addBlocks(slideId(1), boxes), { undo: 'step', label: 'Set up' })
    editor.model.select([blockId(8)])
    actionNamed('reset-text').run(editor)
    expect([own(8), own(9)]).toEqual([[], style])
    editor.model.undo()
    editor.model.select([])
    actionNamed('reset-text').run(editor)
    expect([own(8), own(9)]).toEqual([[], []])
  })
  it('resetting removes what each field of a text’s paragraphs sets, and keeps its box', () => {
    const fields = editorOf('text')!.panel.flatMap((group) => group.fields)
    const properties = fields.flatMap(({ declaration }) => declaration ?? [])
    expect(properties).toEqual(['text-align', 'line-height', 'letter-spacing', 'background-color'])
    const style = properties.map((property) => [property, 'inherit'] as const)
    editor.model.apply(addBlocks(slideId(1), [testBlock(8, { type: 'text', props: text('<p>a</p>'), style })]), {
      undo: 'step',
      label: 'Set up',
    })
    editor.model.select([blockId(8)])
    actionNamed('reset-text').run(editor)
    const box = editor.model.slide().blocks.find((block) => block.id === blockId(8))!
    expect(box.style).toEqual([['background-color', 'inherit']])
  })
})

describe('arranging', () => {
  it('one block is aligned to the slide, and several blocks to each other', () => {
    editor.model.select([blockId(1)])
    actionNamed('align-right').run(editor)
    expect(frame(1).x).toBe(860)
    editor.model.select([blockId(1), blockId(2)])
    actionNamed('align-left').run(editor)
    expect([frame(1).x, frame(2).x]).toEqual([300, 300])
  })
  it("duplicating a moved copy again repeats the copy's offset", () => {
    editor.model.select([blockId(1)])
    actionNamed('duplicate').run(editor)
    press('ArrowRight', { shiftKey: true })
    actionNamed('duplicate').run(editor)
    expect(editor.model.slide().blocks.at(-1)!.frame).toMatchObject({ x: 70, y: 60 })
  })
  it("duplicating a copy made by dragging repeats the drag's offset", () => {
    editor.model.select([blockId(1)])
    const { x, y } = frame(1)
    const drag = moveGesture(editor.model, headlessSurface(editor.model), pointerAt(x, y))
    drag.end(pointerAt(x + 137, y + 3, { alt: true, mod: true }))
    actionNamed('duplicate').run(editor)
    expect(editor.model.slide().blocks.at(-1)!.frame).toMatchObject({ x: x + 274, y: y + 6 })
  })
})
