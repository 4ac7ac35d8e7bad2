import { createServices } from '../../src/server/create-services.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readSettings } from '../../src/server/env.ts'
import type { Services } from '../../src/server/services.ts'
import { makeDeck, makeSession, makeUser } from '../../src/testing/factories.ts'
import { type PostgresServer, startPostgres } from '../../src/testing/postgres-server.ts'
import { type RunningServer, runServer } from '../../src/testing/run-server.ts'
import { ChaosClient } from './chaos-client.ts'

const secretKey = 'r7Kp2vXw9LmQ4tZyB8nGd1JsHf6cUe3A-for-chaos'

/** How long a server may take to start, in ms: several may start at once, on a machine that others use. */
export const patience = 600_000

/** A user with a deck. */
export interface ChaosPerson {
  readonly client: ChaosClient
  /** The value of their session cookie. */
  readonly session: string
  readonly userId: number
  readonly deckId: number
  /** The deck's initial slides, in order. */
  readonly slideIds: readonly string[]
}

/** A real server with users, and its database. */
export interface ChaosInstance {
  readonly server: RunningServer
  readonly people: readonly ChaosPerson[]
  /** null: SQLite. */
  readonly postgres: PostgresServer | null
  /** The server's settings, for further processes of the instance. */
  readonly env: Readonly<Record<string, string>>
  /** Opens the database directly; on SQLite only while the server is down. */
  inDatabase<T>(work: (services: Services) => Promise<T>): Promise<T>
  dispose(): Promise<void>
}

/** Options of an instance. */
export interface ChaosOptions {
  readonly kind: 'sqlite' | 'postgres'
  readonly people: number
  /** Another program than the server's, for controls. */
  readonly program?: string
  /** Additional settings as environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server with signed-in users, each with a deck of five slides. */
export async function chaosInstance(options: ChaosOptions): Promise<ChaosInstance> {
  // Durable: these tests check what survives a crash.
  const postgres = options.kind === 'postgres' ? await startPostgres({ durable: true }) : null
  const env = {
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'error',
    // Thumbnails would take CPU time from the test.
    CHROMIUM_PATH: '/bin/false',
    ...(postgres ? { DATABASE_URL: postgres.address() } : {}),
    ...options.env,
  }
  const server = await runServer({ env, patience, ...(options.program ? { program: options.program } : {}) })
  const inDatabase = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
    const services = await createServices(
      readSettings({ ...env, DATA_DIR: server.dataDir, BASE_URL: server.baseUrl, LOG_LEVEL: 'silent' }),
    )
    try {
      await migrate(services.database)
      return await work(services)
    } finally {
      await services.close()
    }
  }
  await server.stop()
  const people = await inDatabase((services) =>
    Promise.all(Array.from({ length: options.people }, () => addPerson(services, server.baseUrl))),
  )
  await server.start()
  return {
    server,
    people,
    postgres,
    env: { ...env, DATA_DIR: server.dataDir, BASE_URL: server.baseUrl },
    inDatabase,
    dispose: async () => {
      await server.dispose()
      await postgres?.stop()
    },
  }
}

async function addPerson(services: Services, baseUrl: string): Promise<ChaosPerson> {
  const user = await makeUser(services, { plan: 'pro' })
  const deck = await makeDeck(services, user, { slides: Array.from({ length: 5 }, () => '<p>mark-start</p>') })
  const session = await makeSession(services, user)
  const token = services.keys.sign('csrf', `session:${session.row.id_hash}`)
  return {
    client: new ChaosClient(baseUrl, session.cookie, token),
    session: session.cookie,
    userId: user.id,
    deckId: deck.id,
    slideIds: deck.slideIds,
  }
}
