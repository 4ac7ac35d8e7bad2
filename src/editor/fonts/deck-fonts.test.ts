// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plainSettings, testDeck } from '../../testing/editor-decks.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { createEditor } from '../state/editor.ts'
import { attachDeckFonts, deckFonts } from './deck-fonts.ts'

let end = (): void => {}

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom loads no style sheets: the font service never answers.
  Object.assign(document, { fonts: new Set() })
})
afterEach(() => {
  end()
  vi.useRealTimers()
  document.head.replaceChildren()
})

function open() {
  const services = recordedServices()
  const deck = { ...testDeck([1]), settings: { ...plainSettings, font_google: 'Roboto' } }
  const editor = createEditor({ deck, services })
  end = attachDeckFonts(document, editor)
  return { editor, services, state: () => deckFonts(editor.model).get().state }
}

test('fonts that are not loaded after 5 seconds are reported, and editing goes on', async () => {
  const { editor, services, state } = open()
  editor.model.apply(setSettings({ title: 'Meanwhile' }), { undo: 'step', label: 'Title' })
  await vi.advanceTimersByTimeAsync(4_999)
  expect([state(), services.notices]).toEqual(['loading', []])
  await vi.advanceTimersByTimeAsync(1)
  expect([state(), services.notices]).toEqual(['failed', ['The custom fonts could not be loaded']])
  expect(editor.model.getState().deck.settings.title).toBe('Meanwhile')
})

test('fonts loaded in time are not reported, even after the timeout', async () => {
  const { services, state } = open()
  for (const link of document.head.querySelectorAll('link')) link.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([state(), services.notices]).toEqual(['loaded', []])
})

test('the timeout is ignored after the deck has changed its fonts', async () => {
  const { editor, services, state } = open()
  editor.model.apply(setSettings({ font_google: null }), { undo: 'step', label: 'Custom fonts' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([state(), services.notices]).toEqual(['none', []])
})
