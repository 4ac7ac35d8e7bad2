import type { ApiClient } from '../../../api/client.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { blocks } from '../../../blocks/index.ts'
import type { Deck } from '../../../document/deck-model.ts'
import { mergeSlides } from '../../../document/merge-slides.ts'
import type { SavedPoint } from '../../../editor/autosave/create-saver.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import { findUnsavedDrafts, type UnsavedDraft } from '../../../editor/journal/recover.ts'
import type { EditorHistoryState } from './history-state.ts'
import { includesDraft, type LostWindow, mergeUnsavedDraft, type SavedSince } from './merge-unsaved-draft.ts'
import { changedSettings } from './merge-versions.ts'
import { type NewDeckDraft, settleNewDeckDraft } from './new-deck-draft.ts'

/** The result of settling the drafts that closed windows left in this browser. */
export interface SettledDrafts {
  /** The deck with all drafts that need no decision; the server's own object if there are none. */
  readonly deck: Deck
  /** The drafts included in it. */
  readonly restored: readonly UnsavedDraft[]
  /** The newest draft that the user must decide about. */
  readonly open: OpenDraft | null
  /** A draft that conflicts with a later save of the same user: its save conflict is shown again. */
  readonly conflict: ConflictingDraft | null
  /** The saved deck that a new deck's draft now belongs to. */
  readonly moved: Extract<NewDeckDraft, { kind: 'moved' }>['deck'] | null
}

/** A draft offered to the user. `since`: what others saved meanwhile; null if the server did not say. */
export interface OpenDraft {
  readonly draft: UnsavedDraft
  readonly since: SavedSince | null
}

/** A draft with a conflict, and the state of its lost window. */
export interface ConflictingDraft {
  readonly draft: UnsavedDraft
  readonly lost: LostWindow
}

interface SettleOptions {
  readonly store: JournalStore
  readonly point: SavedPoint
  readonly api: ApiClient
  readonly userId: number
  /** The history entry's state from before this page load. */
  readonly historyState: EditorHistoryState
}

/** What was saved since the draft's base; null if the server cannot be reached. */
async function savedSince(draft: UnsavedDraft, { point, api }: SettleOptions): Promise<SavedSince | null> {
  const { deckId, baseVersion } = draft.head
  if (baseVersion === point.version) return { version: point.version, own: true, changed: new Set() }
  try {
    const params = { id: String(deckId) }
    const newer = await api.call(decksContracts.newer, { params, query: { since: baseVersion } })
    // Saved again meanwhile: the answer describes a later version than the one loaded here.
    if (newer.version !== point.version) return null
    return { version: newer.version, own: newer.own, changed: new Set(Object.keys(newer.slides.changed)) }
  } catch {
    return null
  }
}

/** Merges a draft into a deck that may already include other drafts. */
export function applyDraft(deck: Deck, { draft, since }: OpenDraft, { deck: saved, version }: SavedPoint): Deck {
  const { deck: mine } = mergeUnsavedDraft(draft, saved, version, since)
  if (deck === saved) return mine
  const { slides } = mergeSlides(saved, deck, mine, blocks)
  return { ...slides, settings: { ...deck.settings, ...draft.head.settings } }
}

/**
 * The state of a new deck's draft. If the server cannot be reached, the draft is offered as new, since a duplicate deck
 * is better than a lost one.
 */
async function settleNew(draft: UnsavedDraft, { api, store }: SettleOptions): Promise<NewDeckDraft> {
  return settleNewDeckDraft(draft, api, store).catch(() => ({ kind: 'new' }) as const)
}

/**
 * Finds the drafts of closed windows, and restores those that need no decision by the user. A deck's draft needs none if
 * only the same user saved since, without conflicts. A new deck's draft needs none if this window left it. A draft that
 * the deck already contains is deleted. Rejects if the journal cannot be read.
 */
export async function settleUnsavedDraft(options: SettleOptions): Promise<SettledDrafts> {
  const { store, point, userId, historyState } = options
  const found = await findUnsavedDrafts(store, point.deckId, userId)
  // This window's own draft first: only one draft of a new deck is restored here.
  found.sort((a, b) => Number(b.head.key === historyState.journal) - Number(a.head.key === historyState.journal))
  return point.deckId === null ? settleOnNewDeck(found, options) : settleOnDeck(found, options)
}

async function settleOnNewDeck(found: readonly UnsavedDraft[], options: SettleOptions): Promise<SettledDrafts> {
  const { point, historyState } = options
  let moved: SettledDrafts['moved'] = null
  for (const draft of found) {
    const settled = await settleNew(draft, options)
    if (settled.kind === 'moved') moved = settled.deck
    if (settled.kind !== 'new') continue
    const open = { draft, since: null }
    if (draft.head.key !== historyState.journal) return { ...nothing(point), open, moved }
    return { ...nothing(point), deck: applyDraft(point.deck, open, point), restored: [draft], moved }
  }
  return { ...nothing(point), moved }
}

function nothing({ deck }: SavedPoint): SettledDrafts {
  return { deck, restored: [], open: null, conflict: null, moved: null }
}

async function settleOnDeck(found: readonly UnsavedDraft[], options: SettleOptions): Promise<SettledDrafts> {
  const { store, point, historyState } = options
  let settled = nothing(point)
  for (const draft of found) {
    const since = await savedSince(draft, options)
    const merged = mergeUnsavedDraft(draft, point.deck, point.version, since)
    if (includesDraft(draft, point.deck, merged)) {
      await store.remove(draft.head.key)
      continue
    }
    const open = { draft, since }
    const wasAsked = historyState.asks === true && draft.head.key === historyState.journal
    if (!since?.own || wasAsked) return { ...settled, open }
    // Only one conflict is resumed, and only if no other draft was restored. Otherwise the draft is offered in a dialog.
    const isAlone = settled.restored.length === 0
    if (merged.hasConflicts)
      return { ...settled, ...(merged.lost && isAlone ? { conflict: { draft, lost: merged.lost } } : { open }) }
    // Newer drafts were merged before, and their settings take precedence.
    const deck = withSettings(applyDraft(settled.deck, open, point), changedSettings(point.deck, settled.deck))
    settled = { ...settled, deck, restored: [...settled.restored, draft] }
  }
  return settled
}

function withSettings(deck: Deck, settings: Partial<Deck['settings']>): Deck {
  return { ...deck, settings: { ...deck.settings, ...settings } }
}
