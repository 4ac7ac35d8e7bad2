import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import { type RunningServer, runServer } from '../../run-server.ts'
import { canary } from '../attack.ts'
import { type CanaryHost, startCanaryHost } from './canary-host.ts'
import { type SignalWatch, watchSignals } from './signals.ts'
import { startWallsProxy, type Walls } from './walls-proxy.ts'

/** The walls around a deck. */
export interface AllWalls extends Walls {
  /** What people wrote is cleaned; otherwise it stands in the database as it came. */
  readonly sanitiser: boolean
}

/** An instance of the whole product with a browser on it, some of whose walls may be down. */
export interface AttackedInstance {
  readonly baseUrl: string
  readonly walls: AllWalls
  readonly canary: CanaryHost
  readonly username: string
  /** The browser of the one who wrote the attacks, who owns everything. */
  readonly context: BrowserContext
  readonly signals: SignalWatch
  /** Calls the API as that person; throws for every answer but a good one. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Writes past all checks, into the database. */
  withDatabase(work: (database: DatabaseSync) => void): void
  readonly dataDir: string
  close(): Promise<void>
}

/** Answers that are no good; what they say is their message. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function launch(canaryPort: number): Promise<Browser> {
  const found = await findChromium(process.env.CHROMIUM_PATH || null)
  // The canary is the only other machine there is, and all its ports are the same one.
  const hosts = [`MAP ${canary} 127.0.0.1:${canaryPort}`, `MAP *.${canary} 127.0.0.1:${canaryPort}`, 'MAP * ~NOTFOUND']
  const rules = [...hosts, 'EXCLUDE localhost', 'EXCLUDE *.localhost', 'EXCLUDE 127.0.0.1'].join(', ')
  return chromium.launch({
    executablePath: found.executablePath,
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: [
      `--host-resolver-rules=${rules}`,
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  })
}

/** Starts everything. Without the wall of origins there is no content host either: decks come from the app's own. */
export async function startAttackedInstance(walls: AllWalls): Promise<AttackedInstance> {
  const proxy = await startWallsProxy()
  proxy.stand(walls)
  const baseUrl = `http://localhost:${proxy.port}`
  const hosts: Record<string, string> = walls.origin ? {} : { CONTENT_URL: 'none' }
  const server = await runServer({ env: { BASE_URL: baseUrl, ...hosts }, patience: 60_000 })
  proxy.leadTo(server.port)
  const canaryHost = await startCanaryHost()
  const browser = await launch(canaryHost.port)
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 } })
  const signals = await watchSignals(context, baseUrl)
  const call = callerOf(context)
  const username = 'writer'
  await call('POST', '/users.json', {
    user: { username, email: 'writer@example.org', password: 'walrus-teapot-42' },
  })
  await call('PUT', '/api/v1/user_settings.json', { user_settings: { tutorial: 'skipped' } })
  const withDatabase = databaseOf(server)
  withDatabase((database) => void database.prepare("update users set plan = 'pro'").run())
  return {
    ...{ baseUrl, walls, canary: canaryHost, username, context, signals, call, withDatabase },
    dataDir: server.dataDir,
    async close() {
      await browser.close()
      await server.dispose()
      await proxy.close()
      await canaryHost.close()
    },
  }
}

function callerOf(context: BrowserContext): AttackedInstance['call'] {
  return async (method, path, body) => {
    const page = await (await context.request.get('/about')).text()
    const token = /<meta name="csrf-token" content="([^"]+)">/.exec(page)?.[1] ?? ''
    const headers = { accept: 'application/json', 'x-csrf-token': token }
    const isForm = body !== undefined && 'multipart' in (body as object)
    const sent = isForm ? (body as { multipart: Record<string, string> }) : body === undefined ? {} : { data: body }
    const answer = await context.request.fetch(path, { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok())
      throw new RefusedError(answer.status(), `${method} ${path}: ${answer.status()} ${text.slice(0, 300)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

function databaseOf(server: RunningServer): AttackedInstance['withDatabase'] {
  return (work) => {
    const database = new DatabaseSync(join(server.dataDir, 'lectern.sqlite'))
    try {
      database.exec('pragma busy_timeout = 5000')
      work(database)
    } finally {
      database.close()
    }
  }
}
