import { type Kysely, SqliteAdapter, sql } from 'kysely'

const time = sql`timestamptz(3)`

/** Slides that users save as templates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.createTable('slide_templates')
  const numbered =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
  await numbered
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('updated_at', time, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('slide_templates_user').on('slide_templates').columns(['user_id', 'id']).execute()
}
