import { PostgresDialect } from 'kysely'
import pg from 'pg'

/** A pool on a Postgres address. int8 and numeric come back as numbers, as they do from SQLite (all within 2^53). */
export function openPostgres(address: string, max = 10): { pool: pg.Pool; dialect: PostgresDialect } {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  const pool = new pg.Pool({ connectionString: address, max, types })
  // A connection that the database cut while idle must not end the process; the next query gets a new one.
  pool.on('error', () => {})
  return { pool, dialect: new PostgresDialect({ pool }) }
}
