import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type RunningServer, runServer } from '../../run-server.ts'
import { type AttackedBrowser, startAttackedBrowser } from './attacked-browser.ts'
import { type CanaryHost, startCanaryHost } from './canary-host.ts'
import { startWallsProxy, type Walls } from './walls-proxy.ts'

/** The protections around a deck. */
export interface AllWalls extends Walls {
  /** User input is sanitized; otherwise it is stored unchanged. */
  readonly sanitizer: boolean
}

/** A complete instance with a browser, with some protections disabled. */
export interface AttackedInstance {
  readonly baseUrl: string
  readonly walls: AllWalls
  readonly canary: CanaryHost
  readonly username: string
  /** The browser of the attacks' author, who owns everything. */
  readonly browser: AttackedBrowser
  /** Calls the API as that user; throws for every error status. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Writes to the database directly, bypassing all checks. */
  withDatabase(work: (database: DatabaseSync) => void): void
  readonly dataDir: string
  /** Sets the enabled protections around decks. Without a content host there is no origin isolation. */
  stand(walls: Walls): void
  close(): Promise<void>
}

/** An error response; its message is the response's. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Starts everything. Without origin isolation there is no content host either: decks are served from the app's origin.
 */
export async function startAttackedInstance(walls: AllWalls): Promise<AttackedInstance> {
  const proxy = await startWallsProxy()
  proxy.stand(walls)
  const baseUrl = `http://localhost:${proxy.port}`
  const hosts: Record<string, string> = walls.origin ? {} : { CONTENT_URL: 'none' }
  const server = await runServer({ env: { BASE_URL: baseUrl, ...hosts }, patience: 180_000 })
  proxy.leadTo(server.port)
  const canaryHost = await startCanaryHost()
  const browser = await startAttackedBrowser(baseUrl, canaryHost.port)
  const call = callerOf(browser)
  const username = 'writer'
  await call('POST', '/users.json', {
    user: { username, email: 'writer@example.org', password: 'walrus-teapot-42' },
  })
  await call('PUT', '/api/v1/user_settings.json', { user_settings: { tutorial: 'skipped' } })
  await browser.remember()
  const withDatabase = databaseOf(server)
  withDatabase((database) => void database.prepare("update users set plan = 'pro'").run())
  return {
    ...{ baseUrl, walls, canary: canaryHost, username, browser, call, withDatabase },
    dataDir: server.dataDir,
    stand: (next) => proxy.stand(next),
    async close() {
      await browser.close()
      await server.dispose()
      await proxy.close()
      await canaryHost.close()
    },
  }
}

/** Calls are hours apart, so the server may close a kept-alive connection just when it is reused. */
const maxRetries = 3

function callerOf(browser: AttackedBrowser): AttackedInstance['call'] {
  return async (method, path, body) => {
    const { request } = browser.context()
    const page = await (await request.get('/about', { maxRetries })).text()
    const token = /<meta name="csrf-token" content="([^"]+)">/.exec(page)?.[1] ?? ''
    const headers = { accept: 'application/json', 'x-csrf-token': token }
    const isForm = body !== undefined && 'multipart' in (body as object)
    const sent = isForm ? (body as { multipart: Record<string, string> }) : body === undefined ? {} : { data: body }
    const answer = await request.fetch(path, { method, headers, maxRetries, ...sent })
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
