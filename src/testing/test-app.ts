import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe } from 'vitest'
import { createServer } from '../create-server.ts'
import { type ClosableServices, createServices } from '../server/create-services.ts'
import type { Database } from '../server/db/open-database.ts'
import { readSettings, type Settings } from '../server/env.ts'
import type { UserRow } from '../server/http/session.ts'
import type { GuardedDownload } from '../server/identity/guarded-download.ts'
import type { Payments } from '../server/payments/payments.ts'
import { makeSession, makeUser, type UserFields } from './factories.ts'
import { memoryFolder } from './memory-folder.ts'
import { TestClient } from './test-client.ts'
import { testDatabase } from './test-databases.ts'

/** Overrides for a test's app. */
export interface TestAppOptions {
  readonly settings?: Partial<Settings>
  /** Instead of the payment provider of the settings. */
  readonly payments?: Payments
  /** Instead of downloads from the network. */
  readonly download?: GuardedDownload
  /** Receives the log lines; by default they are dropped. */
  readonly log?: ClosableServices['log']
  /** Adds routes before the server is ready. */
  readonly extend?: (server: FastifyInstance, services: ClosableServices) => void
}

/** A user with an account and a session. */
export interface TestPerson extends TestClient {
  readonly user: UserRow
}

/** The complete server on a fresh database, called without a network. */
export interface TestApp {
  readonly server: FastifyInstance
  readonly services: ClosableServices
  /** A browser that is not signed in. */
  visitor(): TestClient
  /** A browser of a new account, signed in. */
  person(fields?: UserFields): Promise<TestPerson>
  /** Another browser of an account, signed in; on a team's host if given. */
  signIn(user: UserRow, host?: string): Promise<TestPerson>
  /** Advances the server's clock by ms; real time between calls still counts. */
  advance(ms: number): void
  /** Closes everything and drops the database. eachDatabase does it automatically. */
  close(): Promise<void>
}

/** Settings of a test instance, independent of the machine's environment. */
function testSettings(dataDir: string, databaseUrl: string, more: Partial<Settings> = {}): Settings {
  const usual = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'zQ4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-tests',
    SEED: 'off',
    LOG_LEVEL: 'silent',
  })
  return { ...usual, ...more }
}

/** Starts the server on a fresh database of a kind. Close it after use. */
export async function makeTestApp(kind: Database['kind'], options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase(kind)
  const dataDir = memoryFolder('lectern-data-')
  let offset = 0
  const services = await createServices(testSettings(dataDir, database.address, options.settings), {
    now: () => new Date(Date.now() + offset),
    ...(options.log ? { log: options.log } : {}),
    ...(options.payments ? { payments: options.payments } : {}),
    ...(options.download ? { download: options.download } : {}),
  })
  const server = await createServer(services, { screens: false })
  options.extend?.(server, services)
  await server.ready()
  const signIn = async (user: UserRow, host?: string) => {
    const client = new TestClient(server, services)
    client.setCookie('session', (await makeSession(services, user, host)).cookie)
    return Object.assign(client, { user })
  }
  return {
    server,
    services,
    visitor: () => new TestClient(server, services),
    person: async (fields) => signIn(await makeUser(services, fields)),
    signIn,
    advance: (ms) => {
      offset += ms
    },
    close: async () => {
      await server.close()
      await services.close()
      await database.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a test app with a fresh database. */
export type MakeApp = (options?: TestAppOptions) => Promise<TestApp>

/**
 * Runs a suite on SQLite and on Postgres. Create the app once, in `beforeAll`, unless the tests interfere. Apps are
 * closed after the suite.
 */
export function eachDatabase(suite: (makeApp: MakeApp, kind: Database['kind']) => void): void {
  describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
    const made: TestApp[] = []
    afterAll(async () => {
      for (const app of made) await app.close()
    })
    suite(async (options) => {
      const app = await makeTestApp(kind, options)
      made.push(app)
      return app
    }, kind)
  })
}
