import { expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { createSaver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion, Saved } from '../../../editor/autosave/save-transport.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createEditor } from '../../../editor/state/editor.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { followWindows, type WindowChannel } from './follow-windows.ts'

/** The channels of a browser: what one window posts, all others hear. */
function browser() {
  const listeners: ((event: { data: unknown }) => void)[] = []
  return (): WindowChannel => {
    let own: ((event: { data: unknown }) => void) | null = null
    return {
      addEventListener: (_type: string, listener: unknown) => {
        own = listener as typeof own
        listeners.push(own!)
      },
      postMessage: (data) => {
        for (const listener of listeners) if (listener !== own) listener({ data })
      },
    } as WindowChannel
  }
}

/** One window with deck 7 at version 3; `newer` counts how often it asked the server. */
function open(channel: WindowChannel, server: { version: number }) {
  const deck = newDeck()
  const editor = createEditor({ deck, services: recordedServices() })
  let accept: (answer: Saved) => void = () => {}
  const transport = { save: () => new Promise<Saved>((resolve) => (accept = resolve)) }
  const saver = createSaver({ editor, transport, from: { deckId: 7, version: 3, deck }, autosave: false })
  const asked: unknown[] = []
  const answer = { own: true, saved_by: null, deck: deck.settings, slides: { changed: {}, notes: {} } }
  const api = {
    call: async (_contract: unknown, input: unknown) => {
      asked.push(input)
      return { ...answer, version: server.version }
    },
  } as unknown as ApiClient
  const taken: number[] = []
  const take = ({ version, theirs }: NewerVersion) => {
    taken.push(version)
    saver.takeNewer(version, theirs(saver.savedPoint().deck), (now) => now)
  }
  followWindows({ model: editor.model, saver, api, userId: 1, take, channel })
  const save = async (title: string) => {
    editor.model.apply(setSettings({ title }), { undo: 'step', label: 'Title' })
    void saver.saveNow()
    return {
      answered: async () => {
        server.version += 1
        accept({ deckId: 7, version: server.version, slug: null, cleaned: {}, removed: [] })
        await vi.waitFor(() => expect(saver.state().kind).toBe('saved'))
      },
    }
  }
  return { editor, saver, asked, taken, save }
}

it('a window takes what another one of its browser saved, and asks for no more than it lacks', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [writer, reader] = [open(channel(), server), open(channel(), server)]
  await (await writer.save('One')).answered()
  await vi.waitFor(() => expect(reader.taken).toEqual([4]))
  expect(reader.asked).toEqual([{ params: { id: '7' }, query: { since: 3 } }])
  expect(reader.saver.savedPoint().version).toBe(4)
  // What was heard is not told again.
  expect(writer.asked).toEqual([])
})

it('a window waits until its own save and its gesture have ended', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [writer, reader] = [open(channel(), server), open(channel(), server)]
  reader.editor.model.show({ gesture: 'move' })
  await (await writer.save('One')).answered()
  expect(reader.asked).toEqual([])
  reader.editor.model.show({ gesture: null })
  await vi.waitFor(() => expect(reader.taken).toEqual([4]))
  const own = await reader.save('Two')
  await (await writer.save('Three')).answered()
  expect(reader.asked).toHaveLength(1)
  await own.answered()
  expect(reader.saver.savedPoint().version).toBe(6)
})

it('saves of other decks are nothing to it', async () => {
  const server = { version: 3 }
  const channel = browser()
  const reader = open(channel(), server)
  channel().postMessage({ deckId: 8, version: 9 })
  await Promise.resolve()
  expect(reader.asked).toEqual([])
})
