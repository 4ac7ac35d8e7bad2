import type { Db } from '../../server/db/open-database.ts'
import { readId } from '../read-id.ts'
import type { DeckRow } from './queries.ts'

/** Remembers the address of a deck that is about to get another owner, so that old links lead to it. */
export async function rememberAddress(
  db: Db,
  deck: Pick<DeckRow, 'id' | 'user_id' | 'slug'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('former_deck_addresses')
    .values({ user_id: deck.user_id, deck_id: deck.id, slug: deck.slug, since: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'deck_id']).doUpdateSet({ slug: deck.slug, since: now }))
    .execute()
}

/** The id of the deck that was at /{username}/{slugOrId} last; null if there was none. `username` in lower case. */
export async function deckFormerlyAt(db: Db, username: string, slugOrId: string): Promise<number | null> {
  const former = db
    .selectFrom('former_deck_addresses')
    .innerJoin('users', 'users.id', 'former_deck_addresses.user_id')
    .select('former_deck_addresses.deck_id')
    .where('users.username', '=', username)
  const bySlug = await former
    .where('former_deck_addresses.slug', '=', slugOrId)
    .orderBy('former_deck_addresses.since', 'desc')
    .executeTakeFirst()
  if (bySlug) return bySlug.deck_id
  const id = readId(slugOrId)
  const byId = id === null ? null : await former.where('former_deck_addresses.deck_id', '=', id).executeTakeFirst()
  return byId?.deck_id ?? null
}
