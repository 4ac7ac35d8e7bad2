/**
 * Claim: while Postgres is stopped, or while statements that wait for a lock hold all connections, each page and call
 * gets a 503 within 2.5 s, and each of 300 concurrent ones within 5 s. A query waits 1.5 s for a connection and fails
 * at most a fifth later. Baseline of the answers: the same requests in the same run while Postgres is up. Baseline of
 * the wait: a timer of 1.5 s in the same process at the same time. Exit code 1 if the claim fails. Usage: node
 * bench/database-away.ts [rounds]
 */
import { sql } from 'kysely'
import { Client } from 'pg'
import { openDatabase } from '../src/server/db/open-database.ts'
import { type PostgresServer, startPostgres } from '../src/testing/postgres-server.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { waitFor } from '../src/testing/wait-for.ts'
import { quantile } from './bench-app.ts'

const bars = { single: 2_500, crowd: 5_000, wait: 1.2 }
/** Connection timeout of a query in ms. */
const wait = 1_500
/** Pool size of a server. */
const connections = 10
const [, , rounds = '5'] = process.argv
const paths = ['/explore', '/', '/somebody/a-deck', '/api/v1/search.json?q=x']
const crowd = { path: '/api/v1/users/1.json', size: 300 }

interface Answer {
  readonly status: number
  readonly ms: number
}

async function ask(server: RunningServer, path: string): Promise<Answer> {
  const began = performance.now()
  const answer = await fetch(`${server.baseUrl}${path}`)
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - began }
}

/** Every path alone, one after the other, and then all at once. */
async function askAll(server: RunningServer): Promise<{ single: Answer[]; crowd: Answer[] }> {
  const single: Answer[] = []
  for (const path of paths) single.push(await ask(server, path))
  return { single, crowd: await Promise.all(Array.from({ length: crowd.size }, () => ask(server, crowd.path))) }
}

function report(name: string, answers: readonly Answer[], floor: readonly Answer[], bar: number): void {
  const times = answers.map(({ ms }) => ms)
  const most = Math.max(...times)
  const plain = answers.every(({ status }) => status === 503)
  const holds = plain && most <= bar
  const there = Math.max(...floor.map(({ ms }) => ms)).toFixed(0)
  console.log(
    `${name}: median ${quantile(times, 0.5).toFixed(0)} ms, most ${most.toFixed(0)} ms (bar ${bar}); most while Postgres is there ${there} ms${plain ? '' : '; not all 503'} ${holds ? 'ok' : 'MISSED'}`,
  )
  if (!holds) process.exitCode = 1
}

/** The results in one state of the database. */
class State {
  readonly single: Answer[] = []
  readonly crowd: Answer[] = []

  async measure(server: RunningServer): Promise<void> {
    const { single, crowd } = await askAll(server)
    this.single.push(...single)
    this.crowd.push(...crowd)
  }
}

/** Runs a measurement while requests hold all connections, each waiting for a locked table. */
async function whileLocked(postgres: PostgresServer, server: RunningServer, measure: () => Promise<void>) {
  const hog = new Client({ connectionString: postgres.address() })
  await hog.connect()
  await hog.query('begin; lock table users in access exclusive mode')
  const holders = Array.from({ length: connections }, () => ask(server, crowd.path))
  const waiting = "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'"
  await waitFor(async () => (await hog.query(waiting)).rows[0].count === connections)
  await measure()
  await hog.query('rollback')
  await hog.end()
  await Promise.all(holders)
}

/** The same requests while Postgres is up, while its connections are held, and after it was killed, in each round. */
async function measureAnswers(postgres: PostgresServer, server: RunningServer): Promise<void> {
  const [there, slow, away] = [new State(), new State(), new State()]
  // Warm-up, not measured: the first requests run uncompiled code.
  await askAll(server)
  for (let round = 0; round < Number(rounds); round++) {
    await there.measure(server)
    await whileLocked(postgres, server, () => slow.measure(server))
    await postgres.kill()
    await away.measure(server)
    await postgres.start()
    await waitFor(async () => (await ask(server, '/explore')).status === 200)
  }
  for (const [name, state] of Object.entries({ 'all connections held': slow, 'Postgres stopped': away })) {
    report(`${name}, one request`, state.single, there.single, bars.single)
    report(`${name}, ${crowd.size} at once`, state.crowd, there.crowd, bars.crowd)
  }
}

async function timer(ms: number): Promise<number> {
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, ms))
  return performance.now() - began
}

/** The time until a query times out on a pool of one, compared with a timer. */
async function measureWait(address: string): Promise<void> {
  const database = openDatabase(address, { maxConnections: 1 })
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = database.transaction(async () => {
    held.resolve()
    await over.promise
  })
  await held.promise
  const [waits, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round < Number(rounds); round++) {
    const began = performance.now()
    const refused = sql`select 1`.execute(database.read).then(
      () => Number.POSITIVE_INFINITY,
      () => performance.now() - began,
    )
    const [waited, bare] = await Promise.all([refused, timer(wait)])
    waits.push(waited)
    floor.push(bare)
  }
  over.resolve()
  await holder
  await database.close()
  const ratio = quantile(waits, 0.5) / quantile(floor, 0.5)
  const holds = ratio <= bars.wait
  console.log(
    `wait for a connection: ${quantile(waits, 0.5).toFixed(0)} ms, ${ratio.toFixed(2)} times a timer of ${wait} ms (bar ${bars.wait}) ${holds ? 'ok' : 'MISSED'}`,
  )
  if (!holds) process.exitCode = 1
}

const postgres = await startPostgres({ durable: false })
try {
  const env = { DATABASE_URL: postgres.address(), LOG_LEVEL: 'fatal' }
  const server = await runServer({ env, patience: 60_000 })
  try {
    await measureAnswers(postgres, server)
    await measureWait(postgres.address())
  } finally {
    await server.dispose()
  }
} finally {
  await postgres.stop()
}
