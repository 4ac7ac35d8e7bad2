import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/**
 * The addresses that decks had under earlier owners, so that old links work, and the words of teams' decks, which
 * members search. They are apart from the words of public decks, so that a search can not reveal that a word exists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_deck_addresses')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deck_id', 'bigint', (c) => c.notNull().references('decks.id').onDelete('cascade'))
    .addColumn('slug', 'text')
    .addColumn('since', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('former_deck_addresses_pk', ['user_id', 'deck_id'])
    .execute()
  await db.schema
    .createIndex('former_deck_addresses_slug')
    .on('former_deck_addresses')
    .columns(['user_id', 'slug'])
    .execute()
  await db.schema.createIndex('former_deck_addresses_deck').on('former_deck_addresses').column('deck_id').execute()
  await db.schema
    .createTable('team_deck_words')
    .addColumn('deck_id', 'bigint', (c) => c.primaryKey().references('decks.id').onDelete('cascade'))
    .addColumn('head', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .execute()
}
