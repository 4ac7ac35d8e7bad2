// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { layOutSizes } from '../../testing/laid-out-sizes.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { createEditor } from '../state/editor.ts'
import type { CanvasMeasures } from '../state/editor-view.ts'
import { EditorContext } from '../state/use-editor.ts'
import { useShownSize } from './use-shown-size.ts'

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  layOutSizes()
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An editor with a block for each text, and the size that a field shows for the selected ones. */
function open(...texts: string[]) {
  const wrappers = new Map(
    texts.map((html, index) => {
      const wrapper = document.createElement('div')
      wrapper.innerHTML = `<div class="block-content">${html}</div>`
      return [blockId(index + 1), wrapper]
    }),
  )
  const deck = testDeck(
    [1],
    [
      testSlide(
        1,
        texts.map((_, index) => testBlock(index + 1)),
      ),
    ],
  )
  const editor = createEditor({ deck, services: recordedServices() })
  editor.view.attachCanvas({ element: (id: string) => wrappers.get(id) ?? null } as unknown as CanvasMeasures)
  const shown: (number | string | undefined)[][] = []
  function Field() {
    const { value, explanation } = useShownSize()
    shown.push([value, explanation])
    return null
  }
  const select = (...ids: number[]) => act(() => editor.model.select(ids.map(blockId)))
  select(1)
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <Field />
      </EditorContext>,
    ),
  )
  const change = (notes: string) =>
    act(() => editor.model.apply(setNotes(editor.model.getState().slideId, notes), { undo: 'step', label: 'Notes' }))
  const content = (n: number) => wrappers.get(blockId(n))!.firstElementChild as HTMLElement
  return { editor, shown, select, change, content }
}

test('the size is read again when text shrinks, and not on every change of its slide', () => {
  const { shown, change, content } = open('<p>Text</p>')
  change('a')
  change('b')
  content(1).style.fontSize = '0.5em'
  change('c')
  expect(shown).toEqual([
    [36, undefined],
    [18, '36 px, shown smaller to fit its box'],
  ])
})

test('a heading has its rendered size, also when it shrinks', () => {
  const { shown, change, content } = open('<h1>Head</h1>')
  content(1).style.fontSize = '0.5em'
  change('a')
  expect(shown).toEqual([
    [79.2, undefined],
    [39.6, '79.2 px, shown smaller to fit its box'],
  ])
})

test('different sizes are mixed, in one block and in several', () => {
  const { shown, select } = open('<h1>Head</h1><p>Body</p>', '<p>Body</p>', '<p>Body</p>', '<h1>Head</h1>')
  select(2, 3)
  select(3, 4)
  expect(shown.map(([value]) => value)).toEqual(['mixed', 36, 'mixed'])
})

test('while text is edited, it is the size of the selected text', () => {
  const { editor, shown, content } = open('<h1>Head</h1><p>Body</p>')
  const format = { ...editor.model.getState().textFormat! }
  act(() => editor.model.startEditing(blockId(1)))
  act(() => editor.model.show({ textFormat: { ...format, size: 79.2 } }))
  content(1).style.fontSize = '0.5em'
  act(() => editor.model.show({ textFormat: { ...format, size: 36 } }))
  expect(shown.at(-2)).toEqual([79.2, undefined])
  expect(shown.at(-1)).toEqual([18, '36 px, shown smaller to fit its box'])
})
