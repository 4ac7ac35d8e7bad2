import type { Kysely } from 'kysely'

/**
 * Which version of the sanitizer cleaned a drawing, a template, and the markup between slides; deck_slides had it from the
 * start. Whatever is there already, or a process of the release before adds beside this one, counts as cleaned by the
 * first version.
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
