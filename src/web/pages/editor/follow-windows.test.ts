import { expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { createSaver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion, Saved } from '../../../editor/autosave/save-transport.ts'
import { loadedMerging, loadMerging } from '../../../editor/commands/load-merging.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createEditor } from '../../../editor/state/editor.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { inTime } from '../../../testing/wait-for.ts'
import { followWindows, type WindowChannel } from './follow-windows.ts'

vi.mock('../../../editor/commands/load-merging.ts', { spy: true })

/** Creates the connected BroadcastChannels of one browser. */
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

/** A window with deck 7 at version 3. `requests`: its requests to the server. */
function open(channel: WindowChannel, server: { version: number }) {
  const deck = newDeck()
  const editor = createEditor({ deck, services: recordedServices() })
  let accept: (answer: Saved) => void = () => {}
  const transport = { save: () => new Promise<Saved>((resolve) => (accept = resolve)) }
  const saver = createSaver({ editor, transport, from: { deckId: 7, version: 3, deck }, autosave: false })
  const requests: unknown[] = []
  const answer = { own: true, saved_by: null, deck: deck.settings, slides: { changed: {}, notes: {} } }
  const api = {
    call: async (_contract: unknown, input: unknown) => {
      requests.push(input)
      return { ...answer, version: server.version }
    },
  } as unknown as ApiClient
  const receivedVersions: number[] = []
  const onNewer = ({ version, theirs }: NewerVersion) => {
    receivedVersions.push(version)
    saver.takeNewer(version, theirs(saver.savedPoint().deck), (now) => now)
  }
  followWindows({ model: editor.model, saver, api, userId: 1, onNewer, channel })
  const save = async (title: string) => {
    editor.model.apply(setSettings({ title }), { undo: 'step', label: 'Title' })
    void saver.saveNow()
    return {
      answered: async () => {
        server.version += 1
        accept({ deckId: 7, version: server.version, slug: null, cleaned: {}, removed: [] })
        await vi.waitFor(() => expect(saver.state().kind).toBe('saved'), inTime)
      },
    }
  }
  return { editor, saver, requests, receivedVersions, save }
}

it('after a save in another window, a window fetches only the changes since its own version', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [writer, reader] = [open(channel(), server), open(channel(), server)]
  await (await writer.save('One')).answered()
  await vi.waitFor(() => expect(reader.receivedVersions).toEqual([4]), inTime)
  expect(reader.requests).toEqual([{ params: { id: '7' }, query: { since: 3 } }])
  expect(reader.saver.savedPoint().version).toBe(4)
  // The reader does not post the version it received.
  expect(writer.requests).toEqual([])
})

it('a window fetches newer versions after its own save and gesture have ended', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [writer, reader] = [open(channel(), server), open(channel(), server)]
  reader.editor.model.show({ gesture: 'move' })
  await (await writer.save('One')).answered()
  expect(reader.requests).toEqual([])
  reader.editor.model.show({ gesture: null })
  await vi.waitFor(() => expect(reader.receivedVersions).toEqual([4]), inTime)
  const own = await reader.save('Two')
  await (await writer.save('Three')).answered()
  expect(reader.requests).toHaveLength(1)
  await own.answered()
  expect(reader.saver.savedPoint().version).toBe(6)
})

it('without the merge of texts, a newer version is not taken while a text is edited', async () => {
  vi.mocked(loadMerging).mockRejectedValueOnce(new Error('no network'))
  vi.mocked(loadedMerging).mockReturnValueOnce(null)
  const channel = browser()
  const reader = open(channel(), { version: 4 })
  reader.editor.model.startEditing(reader.editor.model.slide().blocks[0]!.id)
  const writer = channel()
  writer.postMessage({ deckId: 7, version: 4 })
  await vi.waitFor(() => expect(reader.requests).toHaveLength(1), inTime)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reader.receivedVersions).toEqual([])
  expect(reader.saver.savedPoint().version).toBe(3)
  writer.postMessage({ deckId: 7, version: 4 })
  await vi.waitFor(() => expect(reader.receivedVersions).toEqual([4]), inTime)
})

it('saves of other decks are ignored', async () => {
  const server = { version: 3 }
  const channel = browser()
  const reader = open(channel(), server)
  channel().postMessage({ deckId: 8, version: 9 })
  await Promise.resolve()
  expect(reader.requests).toEqual([])
})

it('a version whose number is not announced is asked for once', async () => {
  const server = { version: 3 }
  const channel = browser()
  const announcer = channel()
  announcer.addEventListener('message', () => undefined)
  const reader = open(channel(), server)
  announcer.postMessage({ deckId: 8, version: null })
  expect(reader.requests).toEqual([])
  // Nothing is newer: it does not ask again.
  announcer.postMessage({ deckId: 7, version: null })
  await vi.waitFor(() => expect(reader.requests).toHaveLength(1), inTime)
  server.version = 4
  announcer.postMessage({ deckId: 7, version: null })
  await vi.waitFor(() => expect(reader.receivedVersions).toEqual([4]), inTime)
  expect(reader.requests).toHaveLength(2)
})

it('a version announced while this window replaces the deck is not merged: its replacement is one undo step', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [{ editor, saver, requests }, other] = [open(channel(), server), channel()]
  const before = editor.model.getState().deck
  await saver.replaceBy(async () => {
    server.version = 4
    other.postMessage({ deckId: 7, version: 4 })
    await new Promise((resolve) => setTimeout(resolve))
    return { version: 4, deck: { ...before, settings: { ...before.settings, title: 'Restored' } } }
  }, 'Restore')
  expect([requests, saver.state().kind, saver.savedPoint().version]).toEqual([[], 'saved', 4])
  editor.model.undo()
  expect(editor.model.getState().deck.settings.title).toBe(before.settings.title)
  expect(saver.state().kind).toBe('changed')
})

it('a newer version that waited for a failed replacement is merged after it', async () => {
  const server = { version: 3 }
  const channel = browser()
  const [{ saver, receivedVersions }, other] = [open(channel(), server), channel()]
  const failing = saver.replaceBy(async () => {
    server.version = 4
    other.postMessage({ deckId: 7, version: 4 })
    throw new Error('refused')
  }, 'Restore')
  await expect(failing).rejects.toThrow('refused')
  await vi.waitFor(() => expect(receivedVersions).toEqual([4]), inTime)
  expect(saver.state().kind).toBe('saved')
})
