// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDeck } from '../../document/new-deck.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { type CanvasMeasures, createEditor } from '../state/editor.ts'
import { EditorContext } from '../state/use-editor.ts'
import { useShownSize } from './use-shown-size.ts'

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

test('the size of text is shown anew when it shrinks, and not with every change of its slide', () => {
  const editor = createEditor({ deck: newDeck(), services: recordedServices() })
  const wrapper = document.createElement('div')
  wrapper.innerHTML = '<div class="block-content" data-l-fit="shrink"></div>'
  const content = wrapper.firstElementChild as HTMLElement
  editor.attachCanvas({ element: () => wrapper } as unknown as CanvasMeasures)
  const shown: (number | string | undefined)[][] = []
  function Field() {
    const { value, says } = useShownSize(36, 'text')
    shown.push([value, says])
    return null
  }
  const change = (notes: string) =>
    act(() => editor.apply(setNotes(editor.getState().slideId, notes), { undo: 'step', label: 'Notes' }))
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <Field />
      </EditorContext>,
    ),
  )
  change('a')
  change('b')
  content.style.fontSize = '0.5em'
  change('c')
  expect(shown).toEqual([
    [36, undefined],
    [18, '36 px, shown smaller to fit its box'],
  ])
})
