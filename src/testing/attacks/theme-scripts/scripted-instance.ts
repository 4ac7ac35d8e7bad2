import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '../../../create-server.ts'
import type { ContentMode } from '../../../server/content/content-hosts.ts'
import { createServices } from '../../../server/create-services.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { readSettings } from '../../../server/env.ts'
import { makeTheme } from '../../factories.ts'
import { freePort } from '../../free-port.ts'
import { startWallsProxy, type Walls } from '../product/walls-proxy.ts'

/** The parts of a theme that can run scripts. */
export type DressedTheme = { readonly html: string } | { readonly js: string }

/** A server whose decks can have themes with scripts. */
export interface ScriptedInstance {
  readonly baseUrl: string
  /** URL of an external page that frames the URL in its query. */
  readonly strangers: string
  /** Gives a deck a theme, stored as it is: nothing is sanitized. */
  dress(deckId: number, theme: DressedTheme): Promise<void>
  close(): Promise<void>
}

/** The server's setting for each isolation mode. */
const contentUrls: Readonly<Record<ContentMode, (port: number) => string>> = {
  'per-deck': (port) => `http://{label}.localhost:${port}`,
  // For browsers a different site than localhost, cookies included.
  single: (port) => `http://127.0.0.1:${port}`,
  none: () => 'none',
}

/** Starts an instance in this process, with some protections around decks. Throws if the content host does not answer. */
export async function startScriptedInstance(mode: ContentMode, walls: Walls): Promise<ScriptedInstance> {
  const proxy = await startWallsProxy()
  proxy.stand(walls)
  const port = await freePort()
  proxy.leadTo(port)
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-themes-'))
  const baseUrl = `http://localhost:${proxy.port}`
  const env = { DATA_DIR: dataDir, BASE_URL: baseUrl, CONTENT_URL: contentUrls[mode](proxy.port), PORT: String(port) }
  const services = await createServices(readSettings({ ...env, SEED: 'off', BILLING: 'off', LOG_LEVEL: 'silent' }))
  await migrate(services.database)
  const server = await createServer(services)
  await server.listen({ port, host: '127.0.0.1' })
  const strangers = createHttpServer((request, response) => {
    const framed = decodeURIComponent(request.url?.split('?')[1] ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>Strangers</title><iframe src="${framed}" width="1000" height="700" allow="fullscreen"></iframe>`,
    )
  })
  const strangersPort = await freePort()
  await new Promise<void>((resolve) => strangers.listen(strangersPort, '127.0.0.1', resolve))
  return {
    baseUrl,
    strangers: `http://strangers.localhost:${strangersPort}/`,
    dress: async (deckId, theme) => {
      const db = services.database.write
      const { user_id } = await db
        .selectFrom('decks')
        .select('user_id')
        .where('id', '=', deckId)
        .executeTakeFirstOrThrow()
      const { id } = await makeTheme(services, { user_id, ...theme })
      await db.updateTable('decks').set({ theme_id: id }).where('id', '=', deckId).execute()
    },
    close: async () => {
      strangers.closeAllConnections()
      strangers.close()
      await proxy.close()
      await server.close()
      await services.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
