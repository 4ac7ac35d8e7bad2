import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * On Postgres, gives the heads of decks their own table and index, as on SQLite. Scanning heads newest first then reads
 * a few hundred bytes a deck instead of all its words. Existing rows are moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`create table deck_search_head (deck_id bigint primary key references decks (id) on delete cascade, words tsvector not null)`.execute(
    db,
  )
  const lexemes = (which: string) =>
    sql.raw(`array_to_tsvector(array(select word from unnest(tsvector_to_array(words)) as word where word ${which}))`)
  await sql`insert into deck_search_head (deck_id, words) select deck_id, ${lexemes("like '%.%'")} from deck_search`.execute(
    db,
  )
  await sql`update deck_search set words = ${lexemes("not like '%.%'")}`.execute(db)
  await sql`create index deck_search_head_words on deck_search_head using gin (words)`.execute(db)
}
