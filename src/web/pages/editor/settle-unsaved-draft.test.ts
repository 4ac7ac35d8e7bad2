import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import { blocks } from '../../../blocks/index.ts'
import type { Deck } from '../../../document/deck-model.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import type { UnsavedDraft } from '../../../editor/journal/recover.ts'
import { byEarlierRelease, unsavedDraft } from '../../../testing/unsaved-draft.ts'
import type { EditorHistoryState } from './history-state.ts'
import { settleUnsavedDraft } from './settle-unsaved-draft.ts'

const plain = newDeck()
const base = addSlides([newSlide()], { side: 'right', of: slideIds(plain)[0]! })(plain)
const [one, two] = slideIds(base) as [string, string]
const notesOf = (deck: Deck) => slideIds(deck).map((id) => deck.slides[id]!.notes)

/** A journal that contains these drafts. */
function journalOf(left: readonly UnsavedDraft[]) {
  const entries = new Map(left.map((draft) => [draft.head.key, draft]))
  const store: JournalStore = {
    write: async () => {},
    heads: async () => [...entries.values()].map(({ head }) => head),
    slides: async (key) => {
      const { slides, base, baseStructure } = entries.get(key)!
      return { changed: slides, base, baseStructure }
    },
    remove: async (key) => void entries.delete(key),
    close: () => {},
  }
  return { store, entries }
}

/** A journal with drafts of windows that had `base` open, which was version 3 of deck 7. */
function journalWith(left: Readonly<Record<string, Deck>>, deckId: number | null = 7) {
  const draft = Object.entries(left).map(([key, deck], index) =>
    unsavedDraft(base, deck, { key, deckId, changedAt: index }),
  )
  return journalOf(draft)
}

/** A fake server that returns the saves since the draft's base; `newer` null: it cannot be reached. */
function serverWith(newer: { own: boolean; changed: string[] } | null): ApiClient {
  const answer = {
    version: 4,
    own: newer?.own,
    slides: { changed: Object.fromEntries((newer?.changed ?? []).map((id) => [id, ''])) },
  }
  return { call: () => (newer ? Promise.resolve(answer) : Promise.reject(new Error('away'))) } as unknown as ApiClient
}

function settle(
  { store }: { store: JournalStore },
  {
    deck = base,
    version = 3,
    deckId = 7 as number | null,
    api = serverWith(null),
    historyState = {} as EditorHistoryState,
  },
) {
  return settleUnsavedDraft({ store, point: { deckId, version, deck }, api, userId: 1, historyState })
}

describe('drafts that closed windows left unsaved', () => {
  it('a draft is restored if the deck is still at its base', async () => {
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), {})
    expect(notesOf(settled.deck)).toEqual(['Mine', ''])
    expect(settled).toMatchObject({ open: null, restored: [{ head: { key: 'gone' } }] })
  })

  it('a draft is restored if only the same user saved since, and other slides stay unchanged', async () => {
    const deck = setNotes(two, 'Saved elsewhere')(base)
    const api = serverWith({ own: true, changed: [two] })
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { deck, version: 4, api })
    expect(settled.open).toBeNull()
    expect(notesOf(settled.deck)).toEqual(['Mine', 'Saved elsewhere'])
  })

  it('restoring a draft keeps changes that the same user saved in another window since', async () => {
    const deck = setSettings({ title: 'Changed elsewhere', rtl: true })(base)
    const api = serverWith({ own: true, changed: [] })
    const mine = setSettings({ description: 'Mine' })(setNotes(one, 'Mine')(base))
    const settled = await settle(journalWith({ gone: mine }), { deck, version: 4, api })
    expect(settled).toMatchObject({ open: null, conflict: null })
    expect(settled.deck.settings).toEqual({ ...deck.settings, description: 'Mine' })
    expect(notesOf(settled.deck)).toEqual(['Mine', ''])
  })

  it('a draft conflicts if the same user changed the same slide or setting in another window since', async () => {
    const api = serverWith({ own: true, changed: [one] })
    const conflicts = [
      [setNotes(one, 'Mine')(base), setNotes(one, 'Elsewhere')(base)],
      [setSettings({ title: 'Mine' })(base), setSettings({ title: 'Elsewhere' })(base)],
    ] as const
    for (const [mine, deck] of conflicts) {
      const settled = await settle(journalWith({ gone: mine }), { deck, version: 4, api })
      expect(settled).toMatchObject({ open: null, restored: [], conflict: { draft: { head: { key: 'gone' } } } })
      expect(settled.deck).toBe(deck)
      const { lost } = settled.conflict!
      expect(lost).toMatchObject({ version: 3, base: { settings: base.settings }, mine: { settings: mine.settings } })
      expect([notesOf(lost.base), notesOf(lost.mine)]).toEqual([notesOf(base), notesOf(mine)])
    }
  })

  it('a conflicting draft is offered if it has no base or if there is another draft', async () => {
    const deck = setSettings({ title: 'Elsewhere' })(base)
    const api = serverWith({ own: true, changed: [] })
    const mine = setSettings({ title: 'Mine' })(base)
    const old = journalOf([byEarlierRelease(unsavedDraft(base, mine, { key: 'gone' }), mine)])
    const open = { draft: { head: { key: 'gone' } } }
    expect(await settle(old, { deck, version: 4, api })).toMatchObject({ restored: [], conflict: null, open })
    const several = journalWith({ gone: mine, other: setNotes(one, 'Other')(base) })
    const settled = await settle(several, { deck, version: 4, api })
    expect(settled).toMatchObject({ restored: [{ head: { key: 'other' } }], conflict: null, open })
  })

  it('the drafts of several windows are merged, and the newest title wins', async () => {
    const newer = unsavedDraft(base, setSettings({ title: 'Newer' })(base), { key: 'newer', changedAt: 2 })
    const mine = setSettings({ title: 'Older', description: 'Older' })(setNotes(one, 'Older')(base))
    const older = unsavedDraft(base, mine, { key: 'older', changedAt: 1 })
    const settled = await settle(journalOf([older, newer]), {})
    expect(settled.restored).toHaveLength(2)
    expect(settled.deck.settings).toEqual({ ...base.settings, title: 'Newer', description: 'Older' })
    expect(notesOf(settled.deck)).toEqual(['Older', ''])
  })

  it('a draft is offered if another user saved since, or the server cannot be reached', async () => {
    const deck = setNotes(two, 'Theirs')(base)
    for (const api of [serverWith({ own: false, changed: [two] }), serverWith(null)]) {
      const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { deck, version: 4, api })
      expect(settled).toMatchObject({ restored: [], open: { draft: { head: { key: 'gone' } } } })
      expect(settled.deck).toBe(deck)
    }
  })

  it('a draft is offered if the user chose to reload the server’s version', async () => {
    const historyState = { journal: 'gone', asks: true }
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { historyState })
    expect(settled.open?.draft.head.key).toBe('gone')
  })

  it('the drafts of several lost windows are restored together', async () => {
    const left = { a: setNotes(one, 'A')(base), b: setNotes(two, 'B')(base), c: setNotes(one, 'C')(base) }
    const settled = await settle(journalWith(left), {})
    expect(notesOf(settled.deck).toSorted()).toEqual(['A', 'B', 'C'])
    expect(settled.restored).toHaveLength(3)
  })

  it('a draft that was saved after all is deleted', async () => {
    const deck = setNotes(one, 'Mine')(base)
    const journal = journalWith({ gone: deck })
    const api = serverWith({ own: true, changed: [one] })
    expect((await settle(journal, { deck, version: 4, api })).deck).toBe(deck)
    expect(journal.entries.size).toBe(0)
  })

  it('a new deck’s draft is restored in its own window, and offered in others', async () => {
    const left = setNotes(one, 'Mine')(base)
    const fresh = { deck: newDeck(), version: 0, deckId: null }
    const own = await settle(journalWith({ gone: left, other: base }, null), {
      ...fresh,
      historyState: { journal: 'gone' },
    })
    expect(notesOf(own.deck)).toEqual(['Mine', ''])
    expect(renderSlide(own.deck.slides[two]!, blocks)).toBe(renderSlide(base.slides[two]!, blocks))
    const another = await settle(journalWith({ gone: left }, null), fresh)
    expect(another).toMatchObject({ deck: fresh.deck, open: { draft: { head: { key: 'gone' } } } })
  })
})
