import { type Kysely, sql } from 'kysely'

/**
 * The deck that a fork was made from, and an index for Explore: among decks with as many likes, originals precede
 * forks. Trashed decks are now deleted after a retention; it starts now for decks already in the trash.
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
