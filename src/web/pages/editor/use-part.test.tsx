// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEditor } from '../../../editor/state/editor.ts'
import { EditorContext } from '../../../editor/state/use-editor.ts'
import { testDeck, testSlide } from '../../../testing/editor-decks.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { type Part, partOf, usePart } from './use-part.ts'

const editor = createEditor({ deck: testDeck([1], [testSlide(1, [])]), services: recordedServices() })
const host = document.createElement('div')

function Place({ part, isWanted }: { part: Part<object>; isWanted: boolean }) {
  const Loaded = usePart(part, isWanted)
  return Loaded ? <Loaded /> : 'waiting'
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

test('a part that arrives during a drag appears after it; one that failed is replaced', async () => {
  const part = partOf(
    async () => () => 'arrived',
    () => 'failed',
  )
  const missing = partOf(
    () => Promise.reject(new Error('offline')),
    () => 'failed',
  )
  const root = createRoot(host)
  const show = (one: Part<object>, isWanted: boolean) =>
    act(async () =>
      root.render(
        <EditorContext value={editor}>
          <Place key={one === part ? 'part' : 'missing'} part={one} isWanted={isWanted} />
        </EditorContext>,
      ),
    )
  await show(part, false)
  expect(part.loaded()).toBeNull()
  editor.model.show({ gesture: 'move' })
  await show(part, true)
  expect(part.loaded()).not.toBeNull()
  expect(host.textContent).toBe('waiting')
  await act(async () => editor.model.show({ gesture: null }))
  expect(host.textContent).toBe('arrived')
  await show(missing, true)
  expect(host.textContent).toBe('failed')
  await act(async () => root.unmount())
})
