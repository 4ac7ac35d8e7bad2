// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Pin } from '../../../document/pins.ts'
import { createStore } from '../../../ui/store.ts'
import type { PanelSlides } from '../collaboration/collaboration.ts'
import type { PagePins } from '../collaboration/page-pins.ts'
import type { CommentsModel } from './comments-model.ts'
import type { PinDraft } from './comments-view.ts'
import { PinChoice } from './pin-choice.tsx'

const words: Pin = { block: 'title', quote: 'Our harbor', offset: 0 }
const caret: Pin = { block: 'title', quote: '', offset: 0 }

/** The choice of pins, with a comment begun or not. */
function openChoice(begun: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const selected = createStore<Pin | null>(null)
  const pinDraft = createStore<PinDraft | null>(null)
  const pins = { selected, blocks: async () => [] } as unknown as PagePins
  const slides = { current: () => 'one', subscribe: () => () => undefined } as unknown as PanelSlides
  const model = { pinDraft, drafts: { get: () => begun } } as unknown as CommentsModel
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<PinChoice {...{ model, pins, slides }} />))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return { pinDraft, select: (pin: Pin | null) => act(() => selected.set(pin)) }
}

test('the next comment is pinned to words only while they are selected, unless it is begun', () => {
  for (const [begun, after] of [
    ['', undefined],
    ['Why', words],
  ] as const) {
    const { pinDraft, select } = openChoice(begun)
    select(words)
    expect(pinDraft.get()?.pin).toBe(words)
    select(caret)
    expect(pinDraft.get()?.pin).toBe(after)
  }
})
