import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { DeckAnswer } from '../../../api/decks/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import { restoreDraft, type UnsavedDraft } from '../../../editor/journal/recover.ts'
import { newDeckSettings, settingsOf } from '../../../rules/deck-columns.ts'
import { openDeck } from './open-deck.ts'

/**
 * The state of a new deck's draft. `new`: as far as known, it never reached the server. `saved`: it was saved
 * completely, and its journal entry is deleted. `moved`: the deck was created, but the draft has later changes; it now
 * belongs to that deck.
 */
export type NewDeckDraft = { readonly kind: 'new' | 'saved' } | { readonly kind: 'moved'; readonly deck: DeckAnswer }

/** The deck created by the draft's first save; null if that save never arrived. */
async function createdDeck(draft: UnsavedDraft, api: ApiClient): Promise<DeckAnswer | null> {
  const { creation } = draft.head
  if (creation === undefined) return null
  try {
    return await api.call(decksContracts.madeBy, { params: { save_id: creation } })
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/**
 * Checks whether the first save of a new deck arrived although its tab got no answer. Otherwise an existing deck would
 * be offered as unsaved, and created twice. Throws if the server cannot be reached.
 */
export async function settleNewDeckDraft(
  draft: UnsavedDraft,
  api: ApiClient,
  store: JournalStore,
): Promise<NewDeckDraft> {
  const deck = await createdDeck(draft, api)
  if (!deck) return { kind: 'new' }
  const content = await api.call(decksContracts.data, { params: { id: String(deck.id) } })
  const current = openDeck(settingsOf(deck), content)
  // A slug that the user did not set was chosen by the server.
  const { slug, ...others } = draft.head.settings
  const settings = slug ? { ...others, slug } : others
  const head = { ...draft.head, deckId: deck.id, baseVersion: 1, settings }
  const mine = restoreDraft(
    { ...draft, head: { ...head, settings: { slug: deck.slug, ...settings } } },
    null,
    newDeckSettings,
  )
  if (isEmptyContent(contentBetween(current, mine, false))) {
    await store.remove(draft.head.key)
    return { kind: 'saved' }
  }
  await store.write(head)
  return { kind: 'moved', deck }
}
