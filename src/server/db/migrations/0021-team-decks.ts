import { type Kysely, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** Sets the team of internal decks made before: without one, they were shown to the members of the owner's team. */
async function moveInternalDecks(db: Kysely<unknown>): Promise<void> {
  await sql`update decks set team_id = (select users.team_id from users where users.id = decks.user_id)
    where visibility = 'team' and team_id is null`.execute(db)
}

/** Queues the indexing of the decks that teams have already. The key is that of a change of the deck. */
async function queueIndexing(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from decks
    where team_id is not null and trashed_at is null and suspended_at is null`.execute(db)
  const now = sql.val(new Date())
  for (const { id } of rows) {
    await sql`insert into jobs (kind, dedupe_key, payload, state, attempts, crashes, run_at, progress, created_at, updated_at)
      values ('index-deck', ${`index-deck:${id}`}, ${JSON.stringify({ deckId: Number(id) })}, 'waiting', 0, 0, ${now}, 0,
        ${now}, ${now})
      on conflict (dedupe_key) where state = 'waiting' do nothing`.execute(db)
  }
}

/**
 * The addresses that decks had under earlier owners, so that old links work, and the words of teams' decks, which
 * members search. They are apart from the words of public decks, so that a search cannot reveal that a word exists.
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
  await moveInternalDecks(db)
  await queueIndexing(db)
}
