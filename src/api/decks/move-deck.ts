import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { afterSave } from './after-save.ts'
import { rememberAddress } from './former-addresses.ts'
import { type DeckRow, freeSlug, updateDeck } from './queries.ts'

/**
 * Gives a deck to another user, in the transaction that locked it. The deck keeps its slug, or gets the next free one
 * of the new owner. Its earlier address redirects to it.
 */
export async function moveDeck(services: Services, trx: Db, deck: DeckRow, toUserId: number): Promise<DeckRow> {
  await rememberAddress(trx, deck, services.now())
  const slug = deck.slug === null ? null : await freeSlug(trx, toUserId, deck.slug)
  const editor = deck.editor_user_id === deck.user_id ? toUserId : deck.editor_user_id
  // The owner needs no row as a collaborator.
  await trx.deleteFrom('deck_users').where('deck_id', '=', deck.id).where('user_id', '=', toUserId).execute()
  const moved = await updateDeck(trx, deck.id, { user_id: toUserId, slug, editor_user_id: editor, owner_seen_at: null })
  await afterSave(services, trx, deck, moved)
  return moved
}
