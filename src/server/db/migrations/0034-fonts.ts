import { type Kysely, sql } from 'kysely'
import { numberedTable } from '../numbered-table.ts'

/** Fonts that users and teams upload. `fonts_version` of their owner increases with each change; 0: there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await numberedTable(db, 'fonts')
    .addColumn('user_id', 'bigint', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'bigint', (c) => c.references('teams.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('weight_min', 'integer', (c) => c.notNull())
    .addColumn('weight_max', 'integer', (c) => c.notNull())
    .addColumn('style', 'text', (c) => c.notNull())
    .addColumn('license_bits', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', sql`timestamptz(3)`, (c) => c.notNull())
    .addCheckConstraint('fonts_one_owner', sql<boolean>`(user_id is null) <> (team_id is null)`)
    .execute()
  await db.schema.createIndex('fonts_user').on('fonts').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('fonts_team').on('fonts').columns(['team_id', 'id']).execute()
  await db.schema.createIndex('fonts_key').on('fonts').column('key').execute()
  for (const owner of ['users', 'teams']) {
    await db.schema
      .alterTable(owner)
      .addColumn('fonts_version', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
