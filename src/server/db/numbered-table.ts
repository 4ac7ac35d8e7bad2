import { type CreateTableBuilder, type Kysely, SqliteAdapter } from 'kysely'

/** A table to create whose `id` the database numbers, for migrations. Ids of deleted rows are never used again. */
export function numberedTable(db: Kysely<unknown>, name: string): CreateTableBuilder<string, string> {
  const table = db.schema.createTable(name)
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
}
