import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountCommentMails } from './api/comment-mails/mount-comment-mails.ts'
import { mountProgress } from './api/deck-analytics/mount-progress.ts'
import { sendUpgrade } from './api/deck-pages/mount-deck-pages.ts'
import { mountEditorPage } from './api/deck-pages/mount-editor-page.ts'
import { mountDocs } from './api/docs/mount-docs.ts'
import { mountFileStorage } from './api/file-storage/mount-file-storage.ts'
import { routes } from './api/index.ts'
import { mountRoutes } from './api/mount.ts'
import { mountPages } from './api/pages/mount-pages.ts'
import { createPages } from './api/pages/pages.ts'
import { loadWebBuild, productFonts, type WebBuild } from './api/pages/web-build.ts'
import { mountSessionTransfer } from './api/session-transfer/mount-session-transfer.ts'
import { mountSignOn } from './api/sign-on/mount-sign-on.ts'
import { mountClock } from './api/subscriptions/mount-clock.ts'
import { joinDecks } from './join-decks.ts'
import { mountEditorChannel } from './realtime/editor/server.ts'
import { mountLive } from './realtime/live/server.ts'
import { createApp } from './server/http/create-app.ts'
import { mountCspReports } from './server/http/csp-reports.ts'
import { secureHeaders } from './server/http/headers.ts'
import { mountHealth } from './server/http/health.ts'
import { logRequests } from './server/http/logging.ts'
import { mountMetrics } from './server/http/metrics.ts'
import { mountOutbox } from './server/mail/outbox.ts'
import type { Services } from './server/services.ts'
import { createSocketServer } from './server/sockets/create-socket-server.ts'

/** The folder of the web app's and the player's builds. */
const distFolder = join(import.meta.dirname, '../dist')

/** Mounts the pages, decks included. */
async function mountScreens(app: FastifyInstance, services: Services, build: WebBuild): Promise<void> {
  const decks = joinDecks(services, distFolder)
  const pages = createPages({ services, build, origins: decks.hosts().origins })
  decks.serve(app)
  await mountPages(app, pages, build, [
    (scope) => {
      mountEditorPage(scope, {
        services,
        pages,
        sendUpgrade: (request, reply, found) => sendUpgrade(decks.pageOptions(pages), request, reply, found),
      })
    },
    decks.pages(pages),
  ])
}

/**
 * Creates the HTTP server of an instance from all its parts. `screens` false omits the pages, for API tests without a
 * build.
 */
export async function createServer(
  services: Services,
  { screens = true }: { screens?: boolean } = {},
): Promise<FastifyInstance> {
  const app = await createApp(services)
  logRequests(app)
  secureHeaders(app, services.settings)
  mountHealth(app, services)
  const metrics = mountMetrics(app, services)
  mountCspReports(app, services)
  mountOutbox(app, services)
  mountClock(app, services)
  const build = screens ? await loadWebBuild(distFolder) : null
  mountDocs(app, routes, services, build && productFonts(build))
  mountRoutes(app, routes, services)
  mountProgress(app, services)
  mountSessionTransfer(app, services)
  mountSignOn(app, services)
  mountFileStorage(app, services)
  mountCommentMails(app, services)
  const sockets = createSocketServer(app, services)
  mountLive(app, services, sockets, metrics)
  mountEditorChannel(app, services, sockets, metrics)
  if (build) await mountScreens(app, services, build)
  return app
}

/** Creates the HTTP server of a process that only runs jobs: health and metrics. */
export async function createWorkerServer(services: Services): Promise<FastifyInstance> {
  const app = await createApp(services)
  secureHeaders(app, services.settings)
  mountHealth(app, services)
  mountMetrics(app, services)
  return app
}
