import { Kysely, sql } from 'kysely'
import { openPostgres } from '../server/db/postgres.ts'
import type { Schema } from '../server/db/schema.ts'
import { NodeSqliteDialect, openSqlite } from '../server/db/sqlite.ts'
import type { BackupTable } from './tables.ts'

type Rows = Record<string, unknown>[]

/** A consistent snapshot of the database, while others write to it. */
export interface Snapshot {
  /** A table's rows in batches, ordered by its key. */
  rows(table: BackupTable): AsyncIterable<Rows>
  migrations(): Promise<string[]>
  /** The highest id used by a numbered table; 0 if none. */
  lastId(table: BackupTable): Promise<number>
}

const usualAtOnce = 200

async function migrationsOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** A read transaction on SQLite's write-ahead log sees the state at its start and blocks no writer. */
async function fromSqlite<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { raw, db: database } = openSqlite(path, { readOnly: true })
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database }) })
  raw.exec('begin')
  try {
    // The snapshot begins with the first query.
    await migrationsOf(db)
    return await work({
      async *rows({ name, key, atOnce = usualAtOnce }) {
        let rows: Rows = []
        const order = sql.join(key.map((column) => sql.ref(column)))
        const query = db.selectFrom(name).selectAll().orderBy(order)
        for await (const row of query.stream()) {
          rows.push(row as Record<string, unknown>)
          if (rows.length < atOnce) continue
          yield rows
          rows = []
        }
        if (rows.length > 0) yield rows
      },
      migrations: () => migrationsOf(db),
      async lastId({ name }) {
        const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${name}`.execute(db)
        return rows[0]?.seq ?? 0
      },
    })
  } finally {
    raw.exec('rollback')
    await db.destroy()
  }
}

/** One repeatable-read transaction with a cursor per table, so that memory does not grow with the tables. */
async function fromPostgres<T>(address: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = new Kysely<Schema>({
    dialect: openPostgres(address, { maxConnections: 1, withoutTimeouts: true }).dialect,
  })
  try {
    const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await transaction.execute((trx) =>
      work({
        async *rows({ name, key, atOnce = usualAtOnce }) {
          const order = sql.join(key.map((column) => sql.ref(column)))
          await sql`declare backup no scroll cursor for select * from ${sql.table(name)} order by ${order}`.execute(trx)
          for (;;) {
            const { rows } = await sql<Record<string, unknown>>`fetch ${sql.raw(String(atOnce))} from backup`.execute(
              trx,
            )
            if (rows.length === 0) break
            yield rows
          }
          await sql`close backup`.execute(trx)
        },
        migrations: () => migrationsOf(trx),
        async lastId({ name }) {
          // Sequences are not transactional: the value may be ahead of the rows, which is harmless.
          const sequence = sql`pg_get_serial_sequence(${name}, 'id')::regclass`
          const { rows } = await sql<{
            last: number | null
          }>`select pg_sequence_last_value(${sequence}) as last`.execute(trx)
          return Number(rows[0]?.last ?? 0)
        },
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** Reads a consistent snapshot of a database, whether its server runs or not. `address` as in DATABASE_URL. */
export function readSnapshot<T>(address: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return /^postgres(ql)?:\/\//.test(address) ? fromPostgres(address, work) : fromSqlite(address, work)
}
