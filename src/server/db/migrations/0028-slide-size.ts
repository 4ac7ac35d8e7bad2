import type { Kysely } from 'kysely'

/** The width and height of a deck's slides in px, such as 1280x720. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('decks')
    .addColumn('slide_size', 'text', (c) => c.notNull().defaultTo('960x700'))
    .execute()
}
