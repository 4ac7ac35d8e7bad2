import type { Kysely } from 'kysely'

/** The duration of uploaded videos, in ms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('media').addColumn('duration', 'integer').execute()
}
