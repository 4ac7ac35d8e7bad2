// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import { slideId, testBlock, testDeck, testSlide } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createEditor } from '../state/editor.ts'
import type { OverflowKind } from '../state/overflow.ts'
import { EditorContext } from '../state/use-editor.ts'
import { FitField } from './fit-field.tsx'

let root: Root
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const text = (number: number) =>
  testBlock(number, { type: 'text', props: definitionOf(blocks, 'text')!.defaults().props })
const [first, second] = [text(1), text(2)]

/** The warning of the field for both texts, with these overflows measured. */
function warning(kinds: Record<string, OverflowKind>): string | null {
  const deck = testDeck([1], [testSlide(1, [first, second])])
  const editor = createEditor({ deck, services: recordedServices() })
  editor.model.show({ overflow: { [slideId(1)]: kinds } })
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  root = createRoot(host)
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <FitField blocks={[first, second]} />
      </EditorContext>,
    ),
  )
  return host.querySelector('[role="status"]')?.textContent ?? null
}

test.each([
  ['a box that leaves the slide', { [first.id]: 'slide' }, 'Content leaves the slide'],
  ['text larger than its box', { [second.id]: 'box' }, 'Text is larger than its box'],
  ['one of each', { [first.id]: 'slide', [second.id]: 'box' }, 'Content does not fit'],
  ['a block that is not selected', { [text(3).id]: 'box' }, null],
] as const)('the panel words the overflow as the sign on the slide does: %s', (_case, kinds, words) => {
  expect(warning(kinds)).toBe(words)
})
