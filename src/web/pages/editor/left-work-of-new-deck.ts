import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { DeckAnswer } from '../../../api/decks/contract.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import { contentBetween, isEmptyContent } from '../../../editor/autosave/save-content.ts'
import type { JournalStore } from '../../../editor/journal/journal-store.ts'
import { type LeftWork, restoreWork } from '../../../editor/journal/recover.ts'
import { newDeckSettings, settingsOf } from '../../../rules/deck-fields.ts'
import { openDeck } from './open-deck.ts'

/**
 * What became of the work on a new deck that a lost tab left. `new`: it never reached the server, or nobody can tell.
 * `saved`: it is all there, and the journal has forgotten it. `moved`: its deck was made, but the work goes beyond what was
 * saved; it waits in that deck now.
 */
export type NewDeckWork = { readonly kind: 'new' | 'saved' } | { readonly kind: 'moved'; readonly deck: DeckAnswer }

/** The deck that the work's first save made; null when it never arrived. */
async function madeDeck(work: LeftWork, api: ApiClient): Promise<DeckAnswer | null> {
  const { creation } = work.head
  if (creation === undefined) return null
  try {
    return await api.call(decksContracts.madeBy, { params: { save_id: creation } })
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}

/**
 * Finds out whether the first save of a new deck arrived although its tab never heard of it: otherwise a deck that is
 * there would be offered as one that was never saved, and made a second time. Throws when the server can't be asked.
 */
export async function settleNewDeckWork(work: LeftWork, api: ApiClient, store: JournalStore): Promise<NewDeckWork> {
  const deck = await madeDeck(work, api)
  if (!deck) return { kind: 'new' }
  const content = await api.call(decksContracts.data, { params: { id: String(deck.id) } })
  const current = openDeck(settingsOf(deck), content)
  // The server chose the address where nobody else did.
  const { slug, ...others } = work.head.settings
  const settings = slug ? { ...others, slug } : others
  const head = { ...work.head, deckId: deck.id, baseVersion: 1, settings }
  const mine = restoreWork(
    { ...work, head: { ...head, settings: { slug: deck.slug, ...settings } } },
    null,
    newDeckSettings,
  )
  if (isEmptyContent(contentBetween(current, mine, false))) {
    await store.remove(work.head.key)
    return { kind: 'saved' }
  }
  await store.write(head)
  return { kind: 'moved', deck }
}
