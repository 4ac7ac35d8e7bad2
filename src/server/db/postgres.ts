import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { DatabaseBusy, isDatabaseUnavailable, markDatabaseError } from './database-unavailable.ts'

/** Timeouts for Postgres, in ms, and the bound of the queue. */
const bounds = {
  /** Timeout for a connection, new or from the pool: a page then answers within two seconds in total. */
  connect: 1_500,
  /** Timeout of a statement. A longer statement waits for a lock that is not released, or is a bug. */
  statement: 15_000,
  /** Timeout of an answer: slightly longer than `statement`, for a connection that died silently. */
  answer: 17_000,
  /** Timeout of an idle transaction, since it holds locks. */
  idleTransaction: 30_000,
  /** After a failed connect, requests fail at once for this long, instead of queuing for an unreachable database. */
  pause: 500,
  waiting: 200,
}

/** Options for opening a pool. */
export interface PostgresOptions {
  readonly maxConnections?: number | undefined
  /** Whether to disable the timeouts, for migrations and backups. */
  readonly withoutTimeouts?: boolean
}

/** Whether the pool may open another connection: only then does a failed connect mean that the database is unreachable. */
function hasRoom(pool: pg.Pool, max: number): boolean {
  return pool.totalCount < max
}

/**
 * A pool with a bounded queue (200). While the database is unreachable, requests fail at once instead of each waiting
 * for its own timeout.
 */
function bounded(pool: pg.Pool, max: number): PostgresPool {
  let failFastUntil = 0
  let reason: unknown
  const connect = async () => {
    if (performance.now() < failFastUntil) throw reason
    if (pool.waitingCount >= bounds.waiting) throw new DatabaseBusy()
    try {
      return await pool.connect()
    } catch (thrown) {
      const error = markDatabaseError(thrown)
      if (isDatabaseUnavailable(error) && hasRoom(pool, max)) {
        failFastUntil = performance.now() + bounds.pause
        reason = error
      }
      throw error
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

/** Sets Postgres's own timeouts, by a query: poolers refuse a connection that sets them in its startup packet. */
async function limit(client: pg.ClientBase): Promise<void> {
  const text = `set statement_timeout = ${bounds.statement}; set idle_in_transaction_session_timeout = ${bounds.idleTransaction}`
  await client.query({ text, query_timeout: bounds.connect } as pg.QueryConfig)
}

/** Marks all errors of this connection as the database's. */
function markErrors(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const marked = (...args: unknown[]) => {
    const answer = query(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      throw markDatabaseError(error)
    })
  }
  client.query = marked as typeof client.query
}

/** Opens a pool for a Postgres address. int8 and numeric are returned as numbers, as from SQLite (all within 2^53). */
export function openPostgres(address: string, options: PostgresOptions = {}): { dialect: PostgresDialect } {
  const max = options.maxConnections ?? 10
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  const timeouts = {
    connectionTimeoutMillis: bounds.connect,
    query_timeout: bounds.answer,
    onConnect: limit,
  }
  const pool = new pg.Pool({
    connectionString: address,
    max,
    types,
    keepAlive: true,
    ...(options.withoutTimeouts ? {} : timeouts),
  })
  // A connection cut by the database must not end the process; the next query gets a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    markErrors(client)
  })
  return { dialect: new PostgresDialect({ pool: options.withoutTimeouts ? pool : bounded(pool, max) }) }
}
