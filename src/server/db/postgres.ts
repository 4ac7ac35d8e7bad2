import { PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { DatabaseBusy, fromDatabase, isDatabaseAway } from './database-away.ts'

/** How long we wait for Postgres, in ms, and how many may wait. */
const patience = {
  /** For a connection, new or from the pool. With what comes before and after, a page answers within two seconds. */
  connect: 1_500,
  /** A statement that takes longer has met a lock that nobody gives up, or is a mistake. */
  statement: 15_000,
  /** A little later we stop waiting ourselves: the other side may be gone without a word. */
  answer: 17_000,
  /** A transaction in which nothing happens holds locks for nothing. */
  idleTransaction: 30_000,
  /** After a failed attempt nobody tries for this long: requests must not line up behind a door that is closed. */
  pause: 500,
  waiting: 200,
}

/** How a pool is opened. */
export interface PostgresOptions {
  readonly maxConnections?: number | undefined
  /** Without any limit of time: for migrations and copies of everything. */
  readonly patient?: boolean
}

/** Whether the pool could have opened a connection: then a failure to get one is the database's. */
function hasRoom(pool: pg.Pool, max: number): boolean {
  return pool.totalCount < max
}

/**
 * The pool as queries use it: nobody waits behind more than 200 others, and while the database is away everybody is told
 * at once instead of after a wait of their own.
 */
function bounded(pool: pg.Pool, max: number): PostgresPool {
  let closedUntil = 0
  let reason: unknown
  const connect = async () => {
    if (performance.now() < closedUntil) throw reason
    if (pool.waitingCount >= patience.waiting) throw new DatabaseBusy()
    try {
      return await pool.connect()
    } catch (thrown) {
      const error = fromDatabase(thrown)
      if (isDatabaseAway(error) && hasRoom(pool, max)) {
        closedUntil = performance.now() + patience.pause
        reason = error
      }
      throw error
    }
  }
  return { connect, end: () => pool.end() } as unknown as PostgresPool
}

/** Sets the database's own limits. Asked for at the start, poolers between us and it would refuse the connection. */
async function limit(client: pg.ClientBase): Promise<void> {
  const text = `set statement_timeout = ${patience.statement}; set idle_in_transaction_session_timeout = ${patience.idleTransaction}`
  await client.query({ text, query_timeout: patience.connect } as pg.QueryConfig)
}

/** What fails on this connection is known to come from the database. */
function markErrors(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const marked = (...asked: unknown[]) => {
    const answer = query(...asked)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      throw fromDatabase(error)
    })
  }
  client.query = marked as typeof client.query
}

/** A pool on a Postgres address. int8 and numeric come back as numbers, as they do from SQLite (all within 2^53). */
export function openPostgres(address: string, options: PostgresOptions = {}): { dialect: PostgresDialect } {
  const max = options.maxConnections ?? 10
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  const impatient = {
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
    onConnect: limit,
  }
  const pool = new pg.Pool({
    connectionString: address,
    max,
    types,
    keepAlive: true,
    ...(options.patient ? {} : impatient),
  })
  // A connection that the database cut, idle or in use, must not end the process; the next query gets a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    markErrors(client)
  })
  return { dialect: new PostgresDialect({ pool: options.patient ? pool : bounded(pool, max) }) }
}
