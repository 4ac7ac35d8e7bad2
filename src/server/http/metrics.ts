import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLocalRequest } from '../loopback.ts'
import type { Services } from '../services.ts'
import { HttpError } from './http-error.ts'

/** They look at each open connection by itself, and would hold a process with a full hall up; process_open_fds counts, too. */
const enumerating = ['nodejs_active_handles', 'nodejs_active_resources'].flatMap((name) => [name, `${name}_total`])

function sameText(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLocalRequest(request)
  return sameText(request.headers.authorization ?? '', `Bearer ${token}`)
}

function queueGauge({ database }: Services, registers: Registry[]): Gauge<'state'> {
  return new Gauge({
    name: 'lectern_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const rows = await database.read
        .selectFrom('jobs')
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
      this.reset()
      for (const { state, count } of rows) this.set({ state }, Number(count))
    },
  })
}

/** What the parts of a server show of themselves. */
export interface Metrics {
  /** A number, read whenever somebody asks; one whose name ends in `_total` only grows. */
  show(name: string, help: string, read: () => number): void
}

function createMetrics(registers: Registry[]): Metrics {
  return {
    show(name, help, read) {
      if (!name.endsWith('_total')) {
        new Gauge({
          ...{ name, help, registers },
          collect() {
            this.set(read())
          },
        })
      } else {
        new Counter({
          ...{ name, help, registers },
          collect() {
            this.reset()
            this.inc(read())
          },
        })
      }
    },
  }
}

/** Serves /metrics for Prometheus. Times are by the route's pattern, never by address, which would tell who reads what. */
export function mountMetrics(app: FastifyInstance, services: Services): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const times = new Histogram({
    name: 'lectern_request_seconds',
    help: 'How long requests take.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  })
  const refused = new Counter({
    name: 'lectern_refused_requests_total',
    help: 'Requests over a rate limit.',
    labelNames: ['route'],
    registers,
  })
  queueGauge(services, registers)
  app.addHook('onReady', async () => {
    collectDefaultMetrics({ register: registry })
    for (const name of enumerating) registry.removeSingleMetric(name)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    times.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) refused.inc({ route })
  })
  app.addHook('onClose', async () => registry.clear())
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, services.settings.metricsToken)) throw new HttpError(404, 'Not found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return createMetrics(registers)
}
