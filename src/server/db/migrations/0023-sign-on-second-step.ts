import type { Kysely } from 'kysely'

/** The team whose provider began a sign-in that waits for its second step; the session takes it over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_challenges').addColumn('sign_on_team_id', 'bigint').execute()
}
