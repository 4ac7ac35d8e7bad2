import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Deck } from '../../document/deck-model.ts'
import { newDeck } from '../../document/new-deck.ts'
import { timings } from '../../rules/timings.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { createEditor } from '../state/editor.ts'
import { createSaver } from './create-saver.ts'
import { saveStateText } from './save-state.ts'
import { type Saved, SaveError, type SaveRequest, type SaveTransport } from './save-transport.ts'
import type { SaverEvents } from './saver-events.ts'

/** A save transport whose answers the test controls. */
class ManualTransport implements SaveTransport {
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

/** The conflict answer of a server that already has version 5. */
const newerBy = (own: boolean, theirs: (base: Deck) => Deck) =>
  ({ kind: 'conflict', version: 5, own, by: own ? null : 'Ada', theirs }) as const

const settle = () => vi.advanceTimersByTimeAsync(0)

function open(events: SaverEvents = {}, deck: Deck = newDeck(), deckId: number | null = 7) {
  const editor = createEditor({ deck, services: { ...recordedServices(), now: () => Date.now() } })
  const server = new ManualTransport()
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

describe('the shown save state', () => {
  it('the state is "saved" only after the server answered', async () => {
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

  it('the state is not "saved" while the user decides about a draft, and nothing is sent', async () => {
    const { saver, server, check } = open()
    saver.setHasDraft(true)
    await check()
    expect([saver.state().kind, server.requests.length]).toEqual(['changed', 0])
    saver.setHasDraft(false)
    expect(saver.state().kind).toBe('saved')
  })

  it('the state is not "saved" if an edit was made during the save', async () => {
    const { saver, server, type, check } = open()
    type('One')
    await check()
    type('Two')
    await server.accept(2)
    expect(saver.state().kind).toBe('changed')
    expect(saver.hasUnsaved()).toBe(true)
  })

  it('the state is "saved" after an undo back to the saved deck', () => {
    const { saver, editor, type } = open()
    type('One')
    editor.model.undo()
    expect(saver.state().kind).toBe('saved')
  })

  it('a save without an answer says so within five seconds, and is saved when the answer comes', async () => {
    const { saver, server, type, check } = open()
    type('One')
    await check()
    expect(saveStateText(saver.state(), true)).toBe('Saving')
    await vi.advanceTimersByTimeAsync(5000)
    expect(saveStateText(saver.state(), true)).toBe('Saving, no answer yet')
    await server.accept(2)
    expect(saver.state().kind).toBe('saved')
    await vi.advanceTimersByTimeAsync(timings.unanswered)
    expect(saver.state().kind).toBe('saved')
  })

  it('the state is "offline" after a save timed out', async () => {
    const { saver, type, check } = open()
    type('One')
    await check()
    await vi.advanceTimersByTimeAsync(timings.saveTimeout)
    expect(saver.state()).toMatchObject({ kind: 'retrying', offline: true })
  })

  it('the state is "offline" after a response that is not from the API (a captive portal)', async () => {
    const { saver, server, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SyntaxError('Unexpected token <'))
    expect(saver.state()).toMatchObject({ kind: 'retrying', offline: true })
  })
})

describe('saves', () => {
  it('autosaves start at most once per interval', async () => {
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

  it('a save whose answer was lost is repeated with the same id, and later edits follow in the next save', async () => {
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

  it('an unchanged new deck is created only on request', async () => {
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

  it('a new deck is sent as a whole', async () => {
    const deck = newDeck()
    const { server, saver, type } = open({}, deck, null)
    type('First')
    const done = saver.saveNow()
    expect(Object.keys(server.requests[0]?.content.changed ?? {})).toEqual(Object.keys(deck.slides))
    await server.accept(1)
    expect(await done).toBe(true)
    expect(saver.savedPoint().deckId).toBe(7)
  })

  it('a slug chosen by the server needs no further save', async () => {
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

  it('changes are saved only on request while autosave is off', async () => {
    const { server, saver, type, check } = open()
    saver.setAutosave(false)
    type('One')
    await check()
    await check()
    expect(server.requests).toHaveLength(0)
    void saver.saveNow()
    expect(server.requests).toHaveLength(1)
  })

  it('a requested save is reported as done if autosave has already saved everything', async () => {
    let notified = 0
    const { server, saver, type, check } = open({ alreadySaved: () => notified++ })
    type('One')
    await check()
    const done = saver.saveNow()
    expect(notified).toBe(0)
    await server.accept(2)
    expect(await done).toBe(true)
    expect(notified).toBe(1)
    expect(server.requests).toHaveLength(1)
  })

  it('invalid content is not sent again until it is changed', async () => {
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

describe('after a refused save', () => {
  it("saving stops at another user's newer version until the user decides", async () => {
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

  it("the rest is saved at once when the same user's other version was merged", async () => {
    const merged: string[] = []
    const { editor, server, saver, type } = open({
      conflict({ version, theirs, own }) {
        merged.push(own ? 'own' : 'other')
        const { deck } = saver.savedPoint()
        saver.takeNewer(version, theirs(deck), (now) => ({ ...now, settings: { ...now.settings, rtl: true } }))
      },
    })
    type('Mine')
    const done = saver.saveNow()
    const theirs = (base: Deck): Deck => ({ ...base, settings: { ...base.settings, rtl: true } })
    await server.refuse(new SaveError(newerBy(true, theirs)))
    expect(merged).toEqual(['own'])
    expect(server.requests[1]).toMatchObject({ version: 5, overwrite: false, content: { settings: { title: 'Mine' } } })
    expect(server.requests[1]?.content.settings).not.toHaveProperty('rtl')
    await server.accept(6)
    expect(await done).toBe(true)
    expect(saver.state().kind).toBe('saved')
    editor.model.undo()
    expect(editor.model.getState().deck.settings).toMatchObject({ title: 'deck', rtl: true })
  })

  it('merging a newer version without local changes leaves nothing unsaved', () => {
    const { editor, saver } = open()
    const { deck } = editor.model.getState()
    const theirs = { ...deck, settings: { ...deck.settings, title: 'Theirs' } }
    saver.takeNewer(2, theirs, () => theirs)
    expect(editor.model.getState().deck.settings.title).toBe('Theirs')
    expect(saver.state().kind).toBe('saved')
    expect(saver.hasUnsaved()).toBe(false)
    expect(saver.savedPoint().version).toBe(2)
  })

  it.each([5, 6])('version %i is overwritten only on request, also if it was merged after that', async (version) => {
    const { server, saver, type, check } = open()
    type('Mine')
    await check()
    const theirs = newDeck()
    await server.refuse(new SaveError(newerBy(version > 5, () => theirs)))
    saver.overwrite(5, theirs)
    if (version > 5) saver.takeNewer(version, theirs, (now) => now)
    await vi.advanceTimersByTimeAsync(timings.autosave + timings.changesCheck)
    expect(server.requests[1]).toMatchObject({ overwrite: true, version })
  })

  it('overwriting also reverts changes that only the other user made', async () => {
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

  it('undoing the invalid change leaves nothing unsaved', async () => {
    const { editor, server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'invalid', message: 'Please enter a valid title', fields: {} }))
    editor.model.undo()
    expect(saver.state().kind).toBe('saved')
  })

  it('retries are delayed when the session is valid but saves are refused as signed out', async () => {
    const failed = vi.fn()
    const { saver, server, type, check } = open({ failed })
    // The page checks the session after a refused save, finds it valid and resumes.
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

  it('a Retry-After header of the server is respected, up to a limit', async () => {
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

  it('edits made while signed out are saved after signing in again', async () => {
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

  it('nothing is sent while another user edits, and everything once this one does again', async () => {
    const { server, saver, type, check } = open()
    type('One')
    await check()
    await server.refuse(new SaveError({ kind: 'not-editor' }))
    type('Two')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saver.state().kind).toBe('not-editor')
    expect(saveStateText(saver.state(), true)).toBe('Somebody else edits now')
    expect(server.requests).toHaveLength(1)
    saver.resume()
    await settle()
    await server.accept(2)
    await vi.advanceTimersByTimeAsync(timings.autosave + timings.changesCheck)
    await server.accept(3)
    expect(saver.state().kind).toBe('saved')
  })

  it('a Retry-After header of a busy server is respected', async () => {
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
