import type { Kysely } from 'kysely'

/**
 * The sanitizer version of each SVG, template and the markup between slides; deck_slides has had it from the start.
 * Existing rows count as cleaned by the first version, and so do rows that a process of the previous release adds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['media', 'slide_templates', 'deck_structures']) {
    await db.schema
      .alterTable(table)
      .addColumn('sanitizer_version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  }
  await db.schema.alterTable('media').addColumn('refusal', 'text').execute()
}
