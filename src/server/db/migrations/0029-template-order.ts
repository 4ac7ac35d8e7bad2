import type { Kysely } from 'kysely'

/** The place of a slide template in its owner's list. Higher is first; templates with the same place are newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('slide_templates')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
