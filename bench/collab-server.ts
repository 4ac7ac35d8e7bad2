/**
 * One of the servers measured by bench/collab.ts, as a separate process: `lectern`, or one that commits each batch to
 * SQLite (synchronous FULL) and then broadcasts it to the deck's sockets: `relay` as it was sent, `rows` with the rows
 * that Lectern stores of it. Reports its decks to its parent, and answers each message with its use of resources.
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createServer } from '../src/create-server.ts'
import { type ClosableServices, createServices } from '../src/server/create-services.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readSettings } from '../src/server/env.ts'
import { makeDeck, makeSession, makeUser } from '../src/testing/factories.ts'
import { type StoreBatch, startRelay, storeRows, storeText } from './collab-relay.ts'
import { slideHtml } from './collab-slide.ts'

/** A deck of the run, with the session cookies and ids of its writer and its reviewers. */
export interface BenchDeck {
  readonly id: number
  readonly slideId: string
  readonly people: readonly { readonly id: number; readonly cookie: string }[]
}

/** Sent to the parent when the server listens. */
export interface Listening {
  readonly port: number
  readonly decks: readonly BenchDeck[]
}

/**
 * A message that asks for the use of resources. `collect` collects all garbage first, which also drops compiled code: a
 * server that is measured afterwards would compile a hundred functions again.
 */
export type Ask = 'use' | 'collect'

/** Use of resources since the start: bytes of memory, CPU ms, and what was written. */
export interface Used {
  readonly rss: number
  readonly cpu: number
  /** Changed rows of the database. */
  readonly rows: number
  /** Bytes that the process gave to the disk. */
  readonly disk: number
}

const [, , kind = 'lectern', dataDir = '', deckCount = '100', reviewers = '5', slideCount = '10'] = process.argv

function diskBytes(): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}

let changedRows = async (): Promise<number> => 0

process.on('message', async (ask: Ask) => {
  if (ask === 'collect') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const used: Used = {
    rss: process.memoryUsage().rss,
    cpu: (user + system) / 1000,
    rows: await changedRows(),
    disk: diskBytes(),
  }
  process.send?.(used)
})
process.on('disconnect', () => process.exit(0))

/** An instance with the decks of the run. */
async function instance() {
  const settings = readSettings({
    ...{ DATA_DIR: dataDir, SECRET_KEY: 'kT4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-benchmarks', SEED: 'off' },
    ...{ LOG_LEVEL: 'warn', SOCKET_HANDSHAKES: '10000' },
  })
  const services = await createServices(settings)
  await migrate(services.database)
  const slides = Array.from({ length: Number(slideCount) }, slideHtml)
  const decks: BenchDeck[] = []
  for (let n = 0; n < Number(deckCount); n++) {
    const owner = await makeUser(services, { plan: 'pro' })
    const deck = await makeDeck(services, owner, { slides: n === 0 ? slides : slides.slice(0, 1), collaborative: true })
    const users = [owner]
    for (let one = 0; one < Number(reviewers); one++) {
      const user = await makeUser(services)
      users.push(user)
      const row = { deck_id: deck.id, user_id: user.id, role: 'viewer', active: true, status: 'disconnected' } as const
      await services.database.write
        .insertInto('deck_users')
        .values({ ...row, created_at: new Date() })
        .execute()
    }
    const people = []
    for (const user of users) people.push({ id: user.id, cookie: (await makeSession(services, user)).cookie })
    decks.push({ id: deck.id, slideId: deck.slideIds[0]!, people })
  }
  return { services, decks }
}

async function lectern(services: ClosableServices, decks: readonly BenchDeck[]): Promise<void> {
  const server = await createServer(services, { screens: false })
  changedRows = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(services.database.write)
    return rows[0]?.n ?? 0
  }
  await server.listen({ port: 0, host: '127.0.0.1' })
  const listening: Listening = { port: (server.server.address() as AddressInfo).port, decks }
  process.send?.(listening)
}

async function relay(store: StoreBatch, decks: readonly BenchDeck[]): Promise<void> {
  const listening: Listening = { port: await startRelay(store), decks }
  process.send?.(listening)
}

if (kind === 'relay') await relay(storeText(dataDir), [])
else {
  const { services, decks } = await instance()
  if (kind === 'lectern') await lectern(services, decks)
  else {
    await services.close()
    const ids = decks.map(({ id }) => id)
    await relay(storeRows(join(dataDir, 'lectern.sqlite'), ids), decks)
  }
}
