import type { Kysely } from 'kysely'

/**
 * The footer of slides, as JSON, of decks and themes; '' is that of the theme, or none. The size of a theme's slides; null:
 * decks keep theirs. Who stopped the scripts of a team's themes: 'team' or 'operator'; null: they run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('decks')
    .addColumn('footer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('themes')
    .addColumn('footer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('themes').addColumn('slide_size', 'text').execute()
  await db.schema.alterTable('teams').addColumn('scripts_stopped_by', 'text').execute()
}
