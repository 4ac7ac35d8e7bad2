import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../api/client.ts'
import { blocks } from '../../../blocks/index.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { newSlide } from '../../../document/new-slide.ts'
import { renderSlide } from '../../../document/render-slide.ts'
import { slideIds } from '../../../document/structure.ts'
import type { Deck } from '../../../document/types.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { addSlides, setNotes } from '../../../editor/commands/slide-commands.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import type { LeftWork } from '../../../editor/journal/recover.ts'
import { byEarlierProgram, leftWork } from '../../../testing/left-work.ts'
import type { KeptPlace } from './keep-place.ts'
import { settleLeftWork } from './settle-left-work.ts'

const plain = newDeck()
const base = addSlides([newSlide()], { side: 'right', of: slideIds(plain)[0]! })(plain)
const [one, two] = slideIds(base) as [string, string]
const notesOf = (deck: Deck) => slideIds(deck).map((id) => deck.slides[id]!.notes)

/** A journal with work that windows left. */
function journalOf(left: readonly LeftWork[]) {
  const entries = new Map(left.map((work) => [work.head.key, work]))
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

/** The same of windows that had `base` open, which was version 3 of deck 7. */
function journalWith(left: Readonly<Record<string, Deck>>, deckId: number | null = 7) {
  const work = Object.entries(left).map(([key, deck], index) => leftWork(base, deck, { key, deckId, changedAt: index }))
  return journalOf(work)
}

/** What the server says was saved since; `null`: it can't be reached. */
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
  { deck = base, version = 3, deckId = 7 as number | null, api = serverWith(null), place = {} as KeptPlace },
) {
  return settleLeftWork({ store, point: { deckId, version, deck }, api, userId: 1, place })
}

describe('unsaved work comes back without a question unless the same, or by somebody else anything, was changed since', () => {
  it('is put in when the deck is as the work began from it', async () => {
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), {})
    expect(notesOf(settled.deck)).toEqual(['Mine', ''])
    expect(settled).toMatchObject({ open: null, restored: [{ head: { key: 'gone' } }] })
  })

  it('is put in when only the same user saved since, and replaces nothing that is untouched', async () => {
    const deck = setNotes(two, 'Saved elsewhere')(base)
    const api = serverWith({ own: true, changed: [two] })
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { deck, version: 4, api })
    expect(settled.open).toBeNull()
    expect(notesOf(settled.deck)).toEqual(['Mine', 'Saved elsewhere'])
  })

  it('leaves what the same user changed elsewhere since', async () => {
    const deck = setSettings({ title: 'Changed elsewhere', rtl: true })(base)
    const api = serverWith({ own: true, changed: [] })
    const mine = setSettings({ description: 'Mine' })(setNotes(one, 'Mine')(base))
    const settled = await settle(journalWith({ gone: mine }), { deck, version: 4, api })
    expect(settled).toMatchObject({ open: null, conflict: null })
    expect(settled.deck.settings).toEqual({ ...deck.settings, description: 'Mine' })
    expect(notesOf(settled.deck)).toEqual(['Mine', ''])
  })

  it('meets its conflict again when the same user changed the same slide or setting elsewhere since', async () => {
    const api = serverWith({ own: true, changed: [one] })
    const clashes = [
      [setNotes(one, 'Mine')(base), setNotes(one, 'Elsewhere')(base)],
      [setSettings({ title: 'Mine' })(base), setSettings({ title: 'Elsewhere' })(base)],
    ] as const
    for (const [mine, deck] of clashes) {
      const settled = await settle(journalWith({ gone: mine }), { deck, version: 4, api })
      expect(settled).toMatchObject({ open: null, restored: [], conflict: { work: { head: { key: 'gone' } } } })
      expect(settled.deck).toBe(deck)
      const { lost } = settled.conflict!
      expect(lost).toMatchObject({ version: 3, base: { settings: base.settings }, mine: { settings: mine.settings } })
      expect([notesOf(lost.base), notesOf(lost.mine)]).toEqual([notesOf(base), notesOf(mine)])
    }
  })

  it('is asked about when it changed the same and an earlier program kept it, or beside other work', async () => {
    const deck = setSettings({ title: 'Elsewhere' })(base)
    const api = serverWith({ own: true, changed: [] })
    const mine = setSettings({ title: 'Mine' })(base)
    const old = journalOf([byEarlierProgram(leftWork(base, mine, { key: 'gone' }), mine)])
    const open = { work: { head: { key: 'gone' } } }
    expect(await settle(old, { deck, version: 4, api })).toMatchObject({ restored: [], conflict: null, open })
    const several = journalWith({ gone: mine, other: setNotes(one, 'Other')(base) })
    const settled = await settle(several, { deck, version: 4, api })
    expect(settled).toMatchObject({ restored: [{ head: { key: 'other' } }], conflict: null, open })
  })

  it('is asked about when somebody else saved since, or when nobody can say', async () => {
    const deck = setNotes(two, 'Theirs')(base)
    for (const api of [serverWith({ own: false, changed: [two] }), serverWith(null)]) {
      const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { deck, version: 4, api })
      expect(settled).toMatchObject({ restored: [], open: { work: { head: { key: 'gone' } } } })
      expect(settled.deck).toBe(deck)
    }
  })

  it('is asked about when the user wanted to see the deck as it is on the server', async () => {
    const place = { journal: 'gone', asks: true }
    const settled = await settle(journalWith({ gone: setNotes(one, 'Mine')(base) }), { place })
    expect(settled.open?.work.head.key).toBe('gone')
  })

  it('of several lost windows is put in together', async () => {
    const left = { a: setNotes(one, 'A')(base), b: setNotes(two, 'B')(base), c: setNotes(one, 'C')(base) }
    const settled = await settle(journalWith(left), {})
    expect(notesOf(settled.deck).toSorted()).toEqual(['A', 'B', 'C'])
    expect(settled.restored).toHaveLength(3)
  })

  it('that was saved after all is forgotten', async () => {
    const deck = setNotes(one, 'Mine')(base)
    const journal = journalWith({ gone: deck })
    const api = serverWith({ own: true, changed: [one] })
    expect((await settle(journal, { deck, version: 4, api })).deck).toBe(deck)
    expect(journal.entries.size).toBe(0)
  })

  it('on a new deck is put in for the window that left it, and offered to others', async () => {
    const left = setNotes(one, 'Mine')(base)
    const fresh = { deck: newDeck(), version: 0, deckId: null }
    const own = await settle(journalWith({ gone: left, other: base }, null), { ...fresh, place: { journal: 'gone' } })
    expect(notesOf(own.deck)).toEqual(['Mine', ''])
    expect(renderSlide(own.deck.slides[two]!, blocks)).toBe(renderSlide(base.slides[two]!, blocks))
    const another = await settle(journalWith({ gone: left }, null), fresh)
    expect(another).toMatchObject({ deck: fresh.deck, open: { work: { head: { key: 'gone' } } } })
  })
})
