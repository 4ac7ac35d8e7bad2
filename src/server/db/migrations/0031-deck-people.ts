import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

const time = sql`timestamptz(3)`

/** A deck has at most one invited person for an address without an account. */
async function extendDeckUsers(db: Db): Promise<void> {
  await db.schema
    .alterTable('deck_users')
    .addColumn('invited_by', 'bigint', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('deck_users_invited')
    .unique()
    .on('deck_users')
    .columns(['deck_id', 'email'])
    .where(sql.ref('user_id'), 'is', null)
    .execute()
  await db.schema.createIndex('deck_users_user').on('deck_users').column('user_id').execute()
  await db.schema.createIndex('deck_users_inviter').on('deck_users').column('invited_by').execute()
}

/**
 * People who are invited to decks by e-mail. An invitation is deleted with its person's row. The owner of a deck has no
 * such row, so the deck itself knows when its owner last saw it.
 */
export async function up(db: Db): Promise<void> {
  await extendDeckUsers(db)
  await db.schema
    .alterTable('invitations')
    .addColumn('deck_user_id', 'bigint', (c) => c.references('deck_users.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('invitations_deck_user').on('invitations').column('deck_user_id').unique().execute()
  await db.schema.alterTable('decks').addColumn('owner_seen_at', time).execute()
}
