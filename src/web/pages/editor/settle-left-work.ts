import type { ApiClient } from '../../../api/client.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { blocks } from '../../../blocks/index.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import type { Deck } from '../../../document/types.ts'
import type { SavedPoint } from '../../../editor/autosave/create-saver.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import { findLeftWork, type LeftWork } from '../../../editor/journal/recover.ts'
import { holdsLeftWork, joinLeftWork, type LostWindow, type SavedSince } from './join-left-work.ts'
import type { KeptPlace } from './keep-place.ts'
import { type NewDeckWork, settleNewDeckWork } from './left-work-of-new-deck.ts'

/** What became of the unsaved work on a deck that lost windows left in this browser. */
export interface SettledWork {
  /** The deck with the work that needs no question; the very deck on the server when there is none. */
  readonly deck: Deck
  /** The journal entries that are in it. */
  readonly restored: readonly LeftWork[]
  /** The newest work that the user must be asked about. */
  readonly open: OpenWork | null
  /** Work that changed the same as a later save of the same user: the save conflict of its window is met again. */
  readonly conflict: ConflictingWork | null
  /** A deck in which work waits that was begun as a new deck. */
  readonly moved: Extract<NewDeckWork, { kind: 'moved' }>['deck'] | null
}

/** Work that is offered with a question. `since`: what others saved meanwhile; null where the server doesn't say. */
export interface OpenWork {
  readonly work: LeftWork
  readonly since: SavedSince | null
}

/** Work that goes on in the window it was left by. */
export interface ConflictingWork {
  readonly work: LeftWork
  readonly lost: LostWindow
}

interface SettleOptions {
  readonly store: JournalStore
  readonly point: SavedPoint
  readonly api: ApiClient
  readonly userId: number
  /** What this window kept of itself before it was loaded. */
  readonly place: KeptPlace
}

/** What was saved since the work began; null when the server can't be asked. */
async function savedSince(work: LeftWork, { point, api }: SettleOptions): Promise<SavedSince | null> {
  const { deckId, baseVersion } = work.head
  if (baseVersion === point.version) return { version: point.version, own: true, changed: new Set() }
  try {
    const params = { id: String(deckId) }
    const newer = await api.call(decksContracts.newer, { params, query: { since: baseVersion } })
    // Saved by somebody a moment ago: what is asked about must be what is here.
    if (newer.version !== point.version) return null
    return { version: newer.version, own: newer.own, changed: new Set(Object.keys(newer.slides.changed)) }
  } catch {
    return null
  }
}

/** The deck with the work in it, beside other unsaved work that is in it already. */
export function joinWork(deck: Deck, { work, since }: OpenWork, { deck: saved, version }: SavedPoint): Deck {
  const { deck: mine } = joinLeftWork(work, saved, version, since)
  if (deck === saved) return mine
  const { slides } = mergeSlides(saved, deck, mine, blocks)
  return { ...slides, settings: { ...deck.settings, ...work.head.settings } }
}

/** Whether work on a new deck is still to be had here, and where it went otherwise. */
async function settleNew(work: LeftWork, { api, store }: SettleOptions): Promise<NewDeckWork> {
  // Offered as new when the server can't be asked: better twice than never.
  return settleNewDeckWork(work, api, store).catch(() => ({ kind: 'new' }) as const)
}

/**
 * Looks for work that was not saved when its window went. It needs no question when nobody else changed the deck since and
 * the user changed other things elsewhere; on a new deck, when it is the work of this very window. Work that the deck holds
 * already is forgotten. Rejects when the journal can't be read.
 */
export async function settleLeftWork(options: SettleOptions): Promise<SettledWork> {
  const { store, point, userId, place } = options
  const found = await findLeftWork(store, point.deckId, userId)
  // What this window itself left comes first: of work on new decks only one goes into this one.
  found.sort((a, b) => Number(b.head.key === place.journal) - Number(a.head.key === place.journal))
  return point.deckId === null ? settleOnNewDeck(found, options) : settleOnDeck(found, options)
}

async function settleOnNewDeck(found: readonly LeftWork[], options: SettleOptions): Promise<SettledWork> {
  const { point, place } = options
  let moved: SettledWork['moved'] = null
  for (const work of found) {
    const settled = await settleNew(work, options)
    if (settled.kind === 'moved') moved = settled.deck
    if (settled.kind !== 'new') continue
    const open = { work, since: null }
    if (work.head.key !== place.journal) return { ...nothing(point), open, moved }
    return { ...nothing(point), deck: joinWork(point.deck, open, point), restored: [work], moved }
  }
  return { ...nothing(point), moved }
}

function nothing({ deck }: SavedPoint): SettledWork {
  return { deck, restored: [], open: null, conflict: null, moved: null }
}

async function settleOnDeck(found: readonly LeftWork[], options: SettleOptions): Promise<SettledWork> {
  const { store, point, place } = options
  let settled = nothing(point)
  for (const work of found) {
    const since = await savedSince(work, options)
    const joined = joinLeftWork(work, point.deck, point.version, since)
    if (holdsLeftWork(work, point.deck, joined)) {
      await store.remove(work.head.key)
      continue
    }
    const open = { work, since }
    const wasAsked = place.asks === true && work.head.key === place.journal
    if (!since?.own || wasAsked) return { ...settled, open }
    // One window's conflict at a time: beside other work it is offered like that of somebody else.
    const isAlone = settled.restored.length === 0
    if (joined.clashes)
      return { ...settled, ...(joined.lost && isAlone ? { conflict: { work, lost: joined.lost } } : { open }) }
    settled = { ...settled, deck: joinWork(settled.deck, open, point), restored: [...settled.restored, work] }
  }
  return settled
}
