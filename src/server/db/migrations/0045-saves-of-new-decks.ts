import { type Kysely, sql } from 'kysely'

/**
 * Only new decks are looked up by their save_id alone. In an index of all saves, whose ids are random, each save would
 * write one more page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('deck_saves_save').execute()
  await db.schema
    .createIndex('deck_saves_save')
    .on('deck_saves')
    .column('save_id')
    .where(sql<boolean>`version = 1`)
    .execute()
}
