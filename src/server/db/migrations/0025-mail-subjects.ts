import type { Kysely } from 'kysely'

/** What a mail is about, so that it is deleted with an invitation or a team: its recipient may have no account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mails').addColumn('about', 'text').execute()
}
