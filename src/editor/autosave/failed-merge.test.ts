import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../document/deck-model.ts'
import { newDeck } from '../../document/new-deck.ts'
import { timings } from '../../rules/timings.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { createEditor } from '../state/editor.ts'
import { createSaver } from './create-saver.ts'
import type { SaveRequest } from './save-transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const deck = newDeck()
const theirs: Deck = { ...deck, settings: { ...deck.settings, rtl: true } }

/** A saver over a server that merges each save with another window's; the first `failures` merges here throw. */
function open(failures: number) {
  const requests: SaveRequest[] = []
  let left = failures
  const editor = createEditor({ deck, services: { ...recordedServices(), now: () => Date.now() } })
  const saver = createSaver({
    editor,
    transport: {
      save: async (request) => {
        requests.push(request)
        return { deckId: 7, version: 3, slug: 'talk', cleaned: {}, removed: [], theirs }
      },
    },
    from: { deckId: 7, version: 1, deck },
    events: {
      merged: ({ version }) => {
        if (left-- > 0) throw new Error('no merge')
        saver.takeNewer(version, theirs, () => theirs)
      },
    },
  })
  return { editor, saver, requests }
}

test('an answer that could not be merged is asked for again, with the same save id', async () => {
  const { editor, saver, requests } = open(1)
  editor.model.apply(setSettings({ title: 'One' }), { undo: 'step', label: 'Title' })
  await vi.advanceTimersByTimeAsync(timings.changesCheck)
  expect([saver.state().kind, saver.savedPoint().version]).toEqual(['retrying', 1])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(requests.map(({ version, saveId }) => [version, saveId])).toEqual([
    [1, requests[0]!.saveId],
    [1, requests[0]!.saveId],
  ])
  expect([saver.state().kind, saver.savedPoint().version]).toEqual(['saved', 3])
})

test('a newer version whose merge failed is no base of a save: it would take its changes back', () => {
  const { saver } = open(0)
  const fail = (): never => {
    throw new Error('no merge')
  }
  expect(() => saver.takeNewer(4, theirs, fail)).toThrow('no merge')
  expect(saver.savedPoint()).toEqual({ deckId: 7, version: 1, deck })
})
