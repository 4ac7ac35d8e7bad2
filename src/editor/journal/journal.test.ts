import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { newDeck } from '../../document/new-deck.ts'
import { newSlide } from '../../document/new-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { timings } from '../../rules/timings.ts'
import { recordedServices } from '../../testing/editor-services.ts'
import { createSaver } from '../autosave/create-saver.ts'
import type { Saved } from '../autosave/save-transport.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { addSlides, deleteSlides, setNotes } from '../commands/slide-commands.ts'
import { createEditor } from '../state/editor.ts'
import { createJournal } from './create-journal.ts'
import { type JournalHead, type JournalSlides, type JournalStore, openJournalStore } from './journal-store.ts'
import { findUnsavedDrafts, holdJournalLock, journalLock, restoreDraft, whenReleased } from './recover.ts'

function without<T>(all: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id)))
}

/** A store in memory that counts its writes and can be full. */
function memoryStore() {
  const heads = new Map<string, JournalHead>()
  const slides = new Map<string, JournalSlides>()
  const none: JournalSlides = { changed: {}, base: {}, baseStructure: null }
  const written: string[] = []
  const store: JournalStore & { full: boolean; written: string[] } = {
    full: false,
    written,
    async write(head, { changed = {}, base = {}, unchanged = [], removedBase = [], baseStructure, replaceAll } = {}) {
      if (store.full) throw new DOMException('No room', 'QuotaExceededError')
      written.push(...Object.keys(changed), ...Object.keys(base).map((id) => `base ${id}`))
      if (baseStructure) written.push('base order')
      heads.set(head.key, head)
      const before = (replaceAll ? null : slides.get(head.key)) ?? none
      slides.set(head.key, {
        changed: without({ ...before.changed, ...changed }, unchanged),
        base: without({ ...before.base, ...base }, removedBase),
        baseStructure: baseStructure ?? before.baseStructure,
      })
    },
    heads: async () => [...heads.values()],
    slides: async (key) => slides.get(key) ?? none,
    async remove(key) {
      heads.delete(key)
      slides.delete(key)
    },
    close: () => {},
  }
  return store
}

async function storeWithDraft(): Promise<JournalStore> {
  const store = memoryStore()
  await store.write({ key: 'tab', deckId: 7, userId: 1, baseVersion: 3, structure: null, settings: {}, changedAt: 0 })
  return store
}

function open(deck: Deck = newDeck(), deckId: number | null = 7) {
  const editor = createEditor({ deck, services: { ...recordedServices(), now: () => Date.now() } })
  let accept: (answer: Saved) => void = () => {}
  const transport = { save: () => new Promise<Saved>((resolve) => (accept = resolve)) }
  const saver = createSaver({ editor, transport, from: { deckId, version: 3, deck } })
  const store = memoryStore()
  const journal = createJournal({ model: editor.model, saver, store, userId: 1, key: 'tab' })
  const answer = async () => {
    accept({ deckId: 7, version: 4, slug: 'talk', cleaned: {}, removed: [] })
    await vi.advanceTimersByTimeAsync(timings.journal)
  }
  return { deck, editor, saver, store, journal, answer, wait: () => vi.advanceTimersByTimeAsync(timings.journal) }
}

const nobodyElse = { query: async () => ({ held: [], pending: [] }) }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the browser’s database', () => {
  it('refuses a read that has no answer in time, so that the editor opens without it', async () => {
    vi.useFakeTimers()
    try {
      const silent = openJournalStore(() => ({ open: () => ({}) }) as unknown as IDBFactory)
      const read = expect(silent.heads()).rejects.toThrow('does not answer')
      await vi.advanceTimersByTimeAsync(timings.journalAnswer)
      await read
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('unsaved work is stored in the browser', () => {
  it('changes are stored shortly after they are made, without the unchanged slides', async () => {
    const { editor, store, wait } = open()
    editor.model.apply(setNotes(editor.model.getState().slideId, 'Breathe'), { undo: 'step', label: 'Notes' })
    await wait()
    const [draft] = await findUnsavedDrafts(store, 7, 1, nobodyElse)
    expect(draft?.head).toMatchObject({ deckId: 7, baseVersion: 3, structure: null, settings: {} })
    expect(Object.values(draft?.slides ?? {})).toEqual([{ html: null, notes: 'Breathe' }])
  })

  it('only the slide changed since the last write is written', async () => {
    const { editor, store, wait } = open()
    const added = newSlide()
    const first = editor.model.getState().slideId
    editor.model.apply(addSlides([added], { side: 'right', of: first }), { undo: 'step', label: 'Add' })
    await wait()
    editor.model.apply(setNotes(first, 'Hello'), { undo: 'step', label: 'Notes' })
    await wait()
    expect(store.written).toEqual([added.id, 'base order', first, `base ${first}`])
  })

  it('the entry is removed once the server has the changes', async () => {
    const { editor, saver, store, wait, answer } = open()
    editor.model.apply(setSettings({ title: 'Talk' }), { undo: 'step', label: 'Title' })
    await wait()
    void saver.saveNow()
    await answer()
    expect(await store.heads()).toEqual([])
  })

  it('a draft is restored on top of its base version', async () => {
    const { deck, editor, store, wait } = open()
    const added = newSlide()
    editor.model.apply(addSlides([added], { side: 'below', of: editor.model.getState().slideId }), {
      undo: 'step',
      label: 'Add',
    })
    editor.model.apply(setSettings({ title: 'Talk' }), { undo: 'step', label: 'Title' })
    await wait()
    const [draft] = await findUnsavedDrafts(store, 7, 1, nobodyElse)
    const restored = restoreDraft(draft!, deck, deck.settings)
    expect(restored.settings.title).toBe('Talk')
    expect(restored.stacks).toEqual(editor.model.getState().deck.stacks)
    // The unchanged slide is the same object, so the next save does not send it.
    const untouched = deck.stacks[0]!.slides[0]!
    expect(restored.slides[untouched]).toBe(deck.slides[untouched])
  })

  it('a whole deck that was never saved is restored', async () => {
    const { deck, editor, store, wait } = open(newDeck(), null)
    editor.model.apply(setSettings({ title: 'First' }), { undo: 'step', label: 'Title' })
    await wait()
    const [draft] = await findUnsavedDrafts(store, null, 1, nobodyElse)
    const restored = restoreDraft(draft!, null, newDeck().settings)
    expect(restored.stacks).toEqual(deck.stacks)
    expect(restored.settings.title).toBe('First')
  })

  it('deleted slides are stored as the server has them, and a new deck with its save id', async () => {
    const deck = newDeck()
    const gone = newSlide()
    const { editor, saver, store, wait } = open(
      addSlides([gone], { side: 'right', of: deck.stacks[0]!.slides[0]! })(deck),
    )
    editor.model.apply(setNotes(gone.id, 'Changed first'), { undo: 'step', label: 'Notes' })
    editor.model.apply(deleteSlides([gone.id]), { undo: 'step', label: 'Delete' })
    await wait()
    const [draft] = await findUnsavedDrafts(store, 7, 1, nobodyElse)
    expect(draft?.base).toEqual({ [gone.id]: { html: renderSlide(gone, blocks), notes: '' } })
    expect(draft?.head.creation).toBeUndefined()
    const fresh = open(newDeck(), null)
    fresh.editor.model.apply(setSettings({ title: 'New' }), { undo: 'step', label: 'Title' })
    await fresh.wait()
    expect((await fresh.store.heads())[0]).toMatchObject({ deckId: null, creation: fresh.saver.creationId() })
    expect(fresh.saver.creationId()).not.toBe(saver.creationId())
  })

  it('a deleted slide is written once, however much is changed later, and removed when it is back', async () => {
    const deck = newDeck()
    const first = deck.stacks[0]!.slides[0]!
    const gone = newSlide()
    const { editor, store, wait } = open(addSlides([gone], { side: 'right', of: first })(deck))
    editor.model.apply(deleteSlides([gone.id]), { undo: 'step', label: 'Delete' })
    await wait()
    for (const note of ['One', 'Two', 'Three']) {
      editor.model.apply(setNotes(first, note), { undo: 'step', label: 'Notes' })
      await wait()
    }
    expect(store.written).toEqual([`base ${gone.id}`, 'base order', first, `base ${first}`, first, first])
    for (let step = 0; step < 4; step++) editor.model.undo()
    editor.model.apply(setNotes(first, 'Four'), { undo: 'step', label: 'Notes' })
    await wait()
    const { notes } = deck.slides[first]!
    const base = { [first]: { html: renderSlide(deck.slides[first]!, blocks), notes } }
    expect((await findUnsavedDrafts(store, 7, 1, nobodyElse))[0]?.base).toEqual(base)
  })

  it('a changed slide is stored with its base, which follows each save', async () => {
    const { deck, editor, saver, store, wait, answer } = open()
    const first = deck.stacks[0]!.slides[0]!
    editor.model.apply(setSettings({ title: 'Talk' }), { undo: 'step', label: 'Title' })
    editor.model.apply(setNotes(first, 'One'), { undo: 'step', label: 'Notes' })
    await wait()
    const left = async () => (await findUnsavedDrafts(store, 7, 1, nobodyElse))[0]
    const html = renderSlide(deck.slides[first]!, blocks)
    expect(await left()).toMatchObject({
      head: { baseVersion: 3, settings: { title: 'Talk' }, baseSettings: { title: deck.settings.title } },
      base: { [first]: { html, notes: '' } },
      baseStructure: { stacks: deck.stacks, after: deck.after },
    })
    void saver.saveNow()
    editor.model.apply(setNotes(first, 'Two'), { undo: 'step', label: 'Notes' })
    await answer()
    expect(await left()).toMatchObject({
      head: { baseVersion: 4, settings: {}, baseSettings: {} },
      base: { [first]: { html, notes: 'One' } },
    })
  })

  it('entries of earlier releases, with deleted slides in the head, can be read', async () => {
    const { store } = open()
    const deleted = { [newSlide().id]: { html: '<section></section>', notes: '' } }
    const head = { deckId: 7, userId: 1, baseVersion: 3, structure: null, settings: {}, changedAt: 0 }
    await store.write({ ...head, key: 'old', deleted })
    expect((await findUnsavedDrafts(store, 7, 1, nobodyElse))[0]).toMatchObject({ base: deleted, baseStructure: null })
  })

  it('a draft is never offered to another user, nor while its tab is open', async () => {
    const { editor, store, wait } = open()
    editor.model.apply(setSettings({ title: 'Mine' }), { undo: 'step', label: 'Title' })
    await wait()
    expect(await findUnsavedDrafts(store, 7, 2, nobodyElse)).toEqual([])
    const living = { query: async () => ({ held: [{ name: journalLock('tab') }], pending: [] }) }
    expect(await findUnsavedDrafts(store, 7, 1, living as never)).toEqual([])
  })

  it('drafts of a page replaced by a reload are read once it has released its lock', async () => {
    const held = Promise.withResolvers<void>()
    const request = async (_: string, __: LockOptions, granted: () => void): Promise<void> => held.promise.then(granted)
    let isReleased = false
    const store = await storeWithDraft()
    const waiting = whenReleased(store, 'tab', { request } as never).then(() => (isReleased = true))
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(isReleased).toBe(false)
    held.resolve()
    await waiting
    expect(isReleased).toBe(true)
  })

  it('drafts are read after a while although a tab keeps the lock', async () => {
    const request = (_: string, { signal }: LockOptions): Promise<void> =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    await whenReleased(await storeWithDraft(), 'tab', { request } as never, 5)
  })

  it('a duplicated tab without a draft does not wait for the lock of the tab that stays open', async () => {
    const request = vi.fn(() => new Promise<void>(() => {}))
    await whenReleased(memoryStore(), 'tab', { request } as never)
    expect(request).not.toHaveBeenCalled()
  })

  it('drafts are read where the browser has no locks or refuses them', async () => {
    const store = await storeWithDraft()
    await whenReleased(store, 'tab', undefined)
    await whenReleased(store, 'tab', { request: () => Promise.reject(new Error('refused')) } as never)
  })

  it('full storage is reported, and writing resumes when there is room', async () => {
    const { editor, store, journal, wait } = open()
    store.full = true
    editor.model.apply(setSettings({ title: 'One' }), { undo: 'step', label: 'Title' })
    await wait()
    expect(journal.health()).toBe('refused')
    store.full = false
    editor.model.apply(setSettings({ title: 'Two' }), { undo: 'step', label: 'Title' })
    await wait()
    expect(journal.health()).toBe('stored')
    expect((await store.heads())[0]?.settings.title).toBe('Two')
  })

  it('a failed write is retried with everything, since the store may have lost its content', async () => {
    const { deck, editor, store, journal, wait } = open()
    const first = deck.stacks[0]!.slides[0]!
    const added = newSlide()
    editor.model.apply(addSlides([added], { side: 'right', of: first }), { undo: 'step', label: 'Add' })
    await wait()
    await store.remove('tab')
    store.full = true
    editor.model.apply(setNotes(first, 'Hello'), { undo: 'step', label: 'Notes' })
    await wait()
    expect(journal.health()).toBe('refused')
    store.full = false
    await vi.advanceTimersByTimeAsync(timings.journalRetry)
    expect(journal.health()).toBe('stored')
    const [draft] = await findUnsavedDrafts(store, 7, 1, nobodyElse)
    expect(Object.keys(draft?.slides ?? {}).sort()).toEqual([added.id, first].sort())
  })

  it('a page that is left writes everything beside a write that still runs', async () => {
    const { deck, editor, store, journal, wait } = open()
    const first = deck.stacks[0]!.slides[0]!
    const added = newSlide()
    const write = store.write
    let end = (): void => {}
    store.write = async (...row) => {
      await write(...row)
      await new Promise<void>((resolve) => (end = resolve))
    }
    editor.model.apply(addSlides([added], { side: 'right', of: first }), { undo: 'step', label: 'Add' })
    await wait()
    const endFirst = end
    editor.model.apply(setNotes(first, 'Last words'), { undo: 'step', label: 'Notes' })
    journal.leave()
    await Promise.resolve()
    const [draft] = await findUnsavedDrafts(store, 7, 1, nobodyElse)
    expect(draft?.slides[first]?.notes).toBe('Last words')
    expect(Object.keys(draft?.slides ?? {}).sort()).toEqual([added.id, first].sort())
    endFirst()
    end()
    store.write = write
    await wait()
    // The page stays after all: nothing is written again.
    store.written.length = 0
    editor.model.apply(setNotes(first, 'One more'), { undo: 'step', label: 'Notes' })
    await wait()
    expect(store.written).toEqual([first])
  })

  it('drafts are stored where the browser has no locks: on pages without TLS', async () => {
    vi.stubGlobal('navigator', {})
    const { editor, store, wait } = open()
    holdJournalLock('tab', new AbortController().signal)
    editor.model.apply(setSettings({ title: 'Mine' }), { undo: 'step', label: 'Title' })
    await wait()
    expect(await findUnsavedDrafts(store, 7, 1)).toHaveLength(1)
  })
})
