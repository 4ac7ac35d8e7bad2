import type { Kysely } from 'kysely'

/** A sign-in that waits for its second step keeps by which team's provider it began, as the session will. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_challenges').addColumn('sign_on_team_id', 'bigint').execute()
}
