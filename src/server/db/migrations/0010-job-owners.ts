import { type Kysely, sql } from 'kysely'

/** The owner of a job: waiting jobs of several owners are claimed round-robin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('owner', 'text').execute()
  await db.schema
    .createIndex('jobs_owner')
    .on('jobs')
    .column('owner')
    .where(sql<boolean>`state = 'waiting' and owner is not null`)
    .execute()
}
