import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { readId } from '../read-id.ts'
import type { DeckRow } from './queries.ts'

/** Remembers the address of a deck that is about to get another owner or slug, so that old links lead to it. */
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

/**
 * Keeps the addresses of a user whose account is about to be deleted for the decks that stay. `username` is then free:
 * a deck of its next user at the same address goes first.
 */
export async function keepAddressesOf(db: Db, { id, username }: Pick<UserRow, 'id' | 'username'>): Promise<void> {
  const former = await db.selectFrom('former_deck_addresses').selectAll().where('user_id', '=', id).execute()
  for (const { deck_id, slug, since } of former) {
    await db
      .insertInto('deleted_owner_addresses')
      .values({ username, deck_id, slug, since })
      .onConflict((conflict) => conflict.columns(['username', 'deck_id']).doUpdateSet({ slug, since }))
      .execute()
  }
}

/** The id of the deck that was at /{username}/{slugOrId} last; null if there was none. `username` in lower case. */
export async function deckFormerlyAt(db: Db, username: string, slugOrId: string): Promise<number | null> {
  const ofUser = db
    .selectFrom('former_deck_addresses')
    .innerJoin('users', 'users.id', 'former_deck_addresses.user_id')
    .select(['former_deck_addresses.deck_id', 'former_deck_addresses.slug', 'former_deck_addresses.since'])
    .where('users.username', '=', username)
  const ofDeleted = db
    .selectFrom('deleted_owner_addresses')
    .select(['deck_id', 'slug', 'since'])
    .where('username', '=', username)
  const former = db.selectFrom(ofUser.unionAll(ofDeleted).as('former')).select('deck_id')
  const bySlug = await former.where('slug', '=', slugOrId).orderBy('since', 'desc').executeTakeFirst()
  if (bySlug) return bySlug.deck_id
  const id = readId(slugOrId)
  const byId = id === null ? null : await former.where('deck_id', '=', id).executeTakeFirst()
  return byId?.deck_id ?? null
}
