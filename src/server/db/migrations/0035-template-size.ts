import type { Kysely } from 'kysely'

/** The size of the slides that a slide template was made for, such as 1280x720: other decks scale it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('slide_templates')
    .addColumn('slide_size', 'text', (c) => c.notNull().defaultTo('960x700'))
    .execute()
}
