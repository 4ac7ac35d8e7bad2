import { type Kysely, SqliteAdapter, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** Teams: the slug is the name of the team's host. Members are the users with its team_id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.createTable('teams')
  const numbered =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
  await numbered
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
}
