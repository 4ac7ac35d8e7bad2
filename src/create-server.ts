import type { FastifyInstance } from 'fastify'
import { mountDocs } from './api/docs/mount-docs.ts'
import { mountHandoff } from './api/handoff/mount-handoff.ts'
import { routes } from './api/index.ts'
import { mountRoutes } from './api/mount.ts'
import { createApp } from './server/http/create-app.ts'
import { mountCspReports } from './server/http/csp-reports.ts'
import { secureHeaders } from './server/http/headers.ts'
import { mountHealth } from './server/http/health.ts'
import { logRequests } from './server/http/logging.ts'
import { mountMetrics } from './server/http/metrics.ts'
import { mountOutbox } from './server/mail/outbox.ts'
import type { Services } from './server/services.ts'

/** The whole HTTP server of an instance, ready to listen: the one place that joins the server's parts. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const app = await createApp(services)
  logRequests(app)
  secureHeaders(app, services.settings)
  mountHealth(app, services)
  mountMetrics(app, services)
  mountCspReports(app, services)
  mountOutbox(app, services)
  mountDocs(app, routes, services)
  mountRoutes(app, routes, services)
  mountHandoff(app, services)
  return app
}
