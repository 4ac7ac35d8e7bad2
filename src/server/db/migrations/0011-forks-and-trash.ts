import { type Kysely, sql } from 'kysely'

/**
 * Which deck a fork was made from, and the order of Explore with it: among decks with as many likes, originals come
 * before forks. The trash is emptied after a time from now on; decks that are in it already get that time whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('decks')
    .addColumn('forked_from_id', 'bigint', (c) => c.references('decks.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('decks_forked_from').on('decks').column('forked_from_id').execute()
  await db.schema.dropIndex('decks_public').execute()
  await db.schema
    .createIndex('decks_public')
    .on('decks')
    .columns(['visibility', 'kudos_count'])
    .expression(sql`(forked_from_id is null)`)
    .column('id')
    .execute()
  await sql`update decks set trashed_at = ${new Date()} where trashed_at is not null`.execute(db)
}
