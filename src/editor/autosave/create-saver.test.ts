import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newDeck } from '../../document/new-deck.ts'
import type { Deck } from '../../document/types.ts'
import { timings } from '../../rules/timings.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { createEditor } from '../state/editor.ts'
import { createSaver, type SaverEvents } from './create-saver.ts'
import { type Saved, SaveError, type SaveRequest, type SaveTransport } from './save-transport.ts'

/** A server that answers when the test says so. */
class HandServer implements SaveTransport {
  readonly requests: SaveRequest[] = []
  #open: { resolve(answer: Saved): void; reject(error: unknown): void }[] = []

  save(request: SaveRequest, signal: AbortSignal): Promise<Saved> {
    this.requests.push(request)
    return new Promise((resolve, reject) => {
      this.#open.push({ resolve, reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }

  async accept(version: number): Promise<void> {
    this.#open.shift()?.resolve({ deckId: 7, version, slug: 'talk', cleaned: {}, removed: [] })
    await settle()
  }

  async refuse(error: unknown): Promise<void> {
    this.#open.shift()?.reject(error)
    await settle()
  }
}

/** The conflict answer to a save when version 5 already exists. */
const newerBy = (own: boolean, theirs: (base: Deck) => Deck) =>
  ({ kind: 'conflict', version: 5, own, by: own ? null : 'Ada', theirs }) as const

const settle = () => vi.advanceTimersByTimeAsync(0)

function open(events: SaverEvents = {}, deck: Deck = newDeck(), deckId: number | null = 7) {
  const editor = createEditor({ deck, services: { ...recordedServices(), now: () => Date.now() } })
  const server = new HandServer()
  const saver = createSaver({ editor, transport: server, from: { deckId, version: 1, deck }, events })
  const type = (title: string) => editor.model.apply(setSettings({ title }), { undo: 'step', label: 'Title' })
  return { editor, server, saver, type, check: () => vi.advanceTimersByTimeAsync(timings.changesCheck) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what the person is told about their work is true', () => {
  it('says saved only after the server answered', async () => {
    const { saver, server, type, check } = open()
    expect(saver.state().kind).toBe('saved')
    type('One')
    expect(saver.state().kind).toBe('changed')
    await check()
    expect(saver.state().kind).toBe('saving')
    await server.accept(2)
    expect(saver.state().kind).toBe('saved')
    expect(saver.savedPoint().version).toBe(2)
  })

  it('does not say saved when more was typed during the save', async () => {
    const { saver, server, type, check } = open()
    type('One')
    await check()
    type('Two')
    await server.accept(2)
    expect(saver.state().kind).toBe('changed')
    expect(saver.hasUnsaved()).toBe(true)
  })

  it('says saved when an undo brought back what the server has', () => {
    const { saver, editor, type } = open()
    type('One')
    editor.model.undo()
    expect(saver.state().kind).toBe('saved')
  })

  it('fails a save that the server never answers, after the time a save may take', async () => {
    const { saver, type, check } = open()
    type('One')
    await check()
    await vi.advanceTimersByTimeAsync(timings.saveTimeout)
    expect(saver.state()).toMatchObject({ kind: 'retrying', offline: true })
  })

  it('takes an answer that is no answer (a hotel login page) for no connection', async () => {
    const { saver, server, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SyntaxError('Unexpected token <'))
    expect(saver.state()).toMatchObject({ kind: 'retrying', offline: true })
  })
})

describe('work is sent once, and all of it', () => {
  it('begins saves no closer together than the autosave time', async () => {
    const { server, type, check } = open()
    type('One')
    await check()
    await server.accept(2)
    type('Two')
    await check()
    expect(server.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(timings.autosave)
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]).toMatchObject({ version: 2, content: { settings: { title: 'Two' } } })
  })

  it('repeats a save whose answer was lost with the same id, and sends later edits after it', async () => {
    const { server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new TypeError('Failed to fetch'))
    type('Two')
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.requests[1]).toEqual(server.requests[0])
    await server.accept(2)
    await vi.advanceTimersByTimeAsync(timings.autosave + timings.changesCheck)
    expect(server.requests[2]).toMatchObject({ version: 2, content: { settings: { title: 'Two' } } })
    expect(server.requests[2]?.saveId).not.toBe(server.requests[0]?.saveId)
    await server.accept(3)
    expect(saver.state().kind).toBe('saved')
  })

  it('makes a new deck that nobody changed when it is asked to, and only then', async () => {
    const { saver, server, check } = open({}, newDeck(), null)
    await check()
    expect(server.requests).toEqual([])
    const saved = saver.saveNow()
    await settle()
    expect(server.requests.map(({ deckId }) => deckId)).toEqual([null])
    await server.accept(1)
    expect([await saved, saver.savedPoint().deckId]).toEqual([true, 7])
    await saver.saveNow()
    expect(server.requests).toHaveLength(1)
  })

  it('sends a new deck whole', async () => {
    const deck = newDeck()
    const { server, saver, type } = open({}, deck, null)
    type('First')
    const done = saver.saveNow()
    expect(Object.keys(server.requests[0]?.content.changed ?? {})).toEqual(Object.keys(deck.slides))
    await server.accept(1)
    expect(await done).toBe(true)
    expect(saver.savedPoint().deckId).toBe(7)
  })

  it('takes over the address that the server chose, without a save of its own', async () => {
    const { server, saver, editor, type, check } = open()
    type('Talk')
    await check()
    await server.accept(2)
    saver.adopt(setSettings({ slug: 'talk' }))
    expect(editor.model.getState().deck.settings.slug).toBe('talk')
    expect(saver.state().kind).toBe('saved')
    editor.model.undo()
    expect(editor.model.getState().deck.settings).toMatchObject({ title: 'deck', slug: 'talk' })
  })

  it('waits with everything while autosave is off, and saves when asked', async () => {
    const { server, saver, type, check } = open()
    saver.setAutosave(false)
    type('One')
    await check()
    await check()
    expect(server.requests).toHaveLength(0)
    void saver.saveNow()
    expect(server.requests).toHaveLength(1)
  })

  it('tells whoever asks for a save that all is saved, also when autosave came first', async () => {
    let told = 0
    const { server, saver, type, check } = open({ alreadySaved: () => told++ })
    type('One')
    await check()
    const done = saver.saveNow()
    expect(told).toBe(0)
    await server.accept(2)
    expect(await done).toBe(true)
    expect(told).toBe(1)
    expect(server.requests).toHaveLength(1)
  })

  it('does not send again what the server will never take, until it is changed', async () => {
    const { server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'invalid', message: 'Please enter a valid title', fields: {} }))
    expect(saver.state()).toMatchObject({ kind: 'invalid', message: 'Please enter a valid title' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toHaveLength(1)
    type('Two')
    await check()
    expect(server.requests).toHaveLength(2)
  })
})

describe('a save that cannot be made leaves a choice, and nothing is lost', () => {
  it("stops at somebody else's newer version, until the person chose", async () => {
    const conflict = vi.fn()
    const { server, saver, type, check } = open({ conflict })
    type('Mine')
    await check()
    const theirs = newDeck()
    await server.refuse(new SaveError(newerBy(false, () => theirs)))
    expect(saver.state()).toEqual({ kind: 'conflict', version: 5, own: false })
    expect(conflict).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ version: 5, own: false, by: 'Ada' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toHaveLength(1)
  })

  it('saves what is left at once, when what the same user saved elsewhere was joined', async () => {
    const joined: string[] = []
    const { editor, server, saver, type } = open({
      conflict({ version, theirs, own }) {
        joined.push(own ? 'own' : 'other')
        const { deck } = saver.savedPoint()
        saver.takeNewer(version, theirs(deck), (now) => ({ ...now, settings: { ...now.settings, rtl: true } }))
      },
    })
    type('Mine')
    const done = saver.saveNow()
    const theirs = (base: Deck): Deck => ({ ...base, settings: { ...base.settings, rtl: true } })
    await server.refuse(new SaveError(newerBy(true, theirs)))
    expect(joined).toEqual(['own'])
    expect(server.requests[1]).toMatchObject({ version: 5, overwrite: false, content: { settings: { title: 'Mine' } } })
    expect(server.requests[1]?.content.settings).not.toHaveProperty('rtl')
    await server.accept(6)
    expect(await done).toBe(true)
    expect(saver.state().kind).toBe('saved')
    editor.model.undo()
    expect(editor.model.getState().deck.settings).toMatchObject({ title: 'deck', rtl: true })
  })

  it('has nothing to save after a newer version was taken where nothing was changed', () => {
    const { editor, saver } = open()
    const { deck } = editor.model.getState()
    const theirs = { ...deck, settings: { ...deck.settings, title: 'Theirs' } }
    saver.takeNewer(2, theirs, () => theirs)
    expect(editor.model.getState().deck.settings.title).toBe('Theirs')
    expect(saver.state().kind).toBe('saved')
    expect(saver.hasUnsaved()).toBe(false)
    expect(saver.savedPoint().version).toBe(2)
  })

  it('saves over the newer version only when told to', async () => {
    const { server, saver, type, check } = open()
    type('Mine')
    await check()
    const theirs = newDeck()
    await server.refuse(new SaveError(newerBy(false, () => theirs)))
    saver.overwrite(5, theirs)
    await vi.advanceTimersByTimeAsync(timings.autosave + timings.changesCheck)
    expect(server.requests[1]).toMatchObject({ overwrite: true, version: 5 })
  })

  it('leaves on the server what is on the screen, also where only they had changed something', async () => {
    const { editor, server, saver, type, check } = open()
    const { slideId, deck } = editor.model.getState()
    type('Mine')
    await check()
    const theirs = setNotes(slideId, 'Theirs')(deck)
    await server.refuse(new SaveError(newerBy(false, () => theirs)))
    saver.overwrite(5, theirs)
    editor.model.undo()
    expect(saver.state().kind).toBe('changed')
    await vi.advanceTimersByTimeAsync(timings.autosave + timings.changesCheck)
    expect(server.requests[1]?.content).toMatchObject({ notes: { [slideId]: '' }, settings: {} })
    await server.accept(6)
    expect(saver.state().kind).toBe('saved')
  })

  it('has nothing left to save once the refused change is undone', async () => {
    const { editor, server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'invalid', message: 'Please enter a valid title', fields: {} }))
    editor.model.undo()
    expect(saver.state().kind).toBe('saved')
  })

  it('does not ask again and again when the session lives but saves are refused, and says that it tries', async () => {
    const failed = vi.fn()
    const { saver, server, type, check } = open({ failed })
    // What the page does: it looks at once when a save is refused, and is told that the person is signed in.
    saver.subscribe(() => saver.state().kind === 'signed-out' && setTimeout(() => saver.resume(), 1))
    type('One')
    await check()
    for (let n = 0; n < 6; n += 1) {
      await server.refuse(new SaveError({ kind: 'signed-out' }))
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(server.requests).toHaveLength(2)
    expect(saver.state()).toMatchObject({ kind: 'retrying', offline: false })
    expect(failed.mock.calls.at(-1)?.[0]).toEqual({ kind: 'failed', retryAfter: null })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.requests).toHaveLength(3)
    await server.accept(2)
    expect(saver.state().kind).toBe('saved')
    type('Two')
    await check()
    await vi.advanceTimersByTimeAsync(timings.autosave)
    await server.refuse(new SaveError({ kind: 'signed-out' }))
    await vi.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(5)
  })

  it('waits as long as the server asks, within reason', async () => {
    const { server, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'failed', retryAfter: 20_000 }))
    await vi.advanceTimersByTimeAsync(19_000)
    expect(server.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000 + timings.changesCheck)
    expect(server.requests).toHaveLength(2)
    await server.refuse(new SaveError({ kind: 'failed', retryAfter: 86_400_000 }))
    await vi.advanceTimersByTimeAsync(120_000 + timings.changesCheck)
    expect(server.requests).toHaveLength(3)
  })

  it('keeps the work while signed out, and saves it on return', async () => {
    const { server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'signed-out' }))
    expect(saver.state().kind).toBe('signed-out')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.requests).toHaveLength(1)
    saver.resume()
    await settle()
    await server.accept(2)
    expect(saver.state().kind).toBe('saved')
  })

  it('waits as long as a busy server asks for', async () => {
    const { server, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'failed', retryAfter: 20_000 }))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(server.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(server.requests).toHaveLength(2)
  })
})
