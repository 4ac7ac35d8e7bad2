import type { FastifyInstance } from 'fastify'
import { mountHandoff } from './api/handoff/mount-handoff.ts'
import { routes } from './api/index.ts'
import { mountRoutes } from './api/mount.ts'
import { createApp } from './server/http/create-app.ts'
import { logRequests } from './server/http/logging.ts'
import type { Services } from './server/services.ts'

/** The whole HTTP server of an instance, ready to listen: the one place that joins the server's parts. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const app = await createApp(services)
  logRequests(app)
  mountRoutes(app, routes, services)
  mountHandoff(app, services)
  return app
}
