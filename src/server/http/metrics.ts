import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLocalRequest } from '../loopback.ts'
import type { Services } from '../services.ts'
import { HttpError } from './http-error.ts'

/**
 * Default metrics that enumerate open connections: slow with thousands of them. process_open_fds includes these
 * connections.
 */
const connectionMetrics = ['nodejs_active_handles', 'nodejs_active_resources'].flatMap((name) => [
  name,
  `${name}_total`,
])

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
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

/** Registers metrics of the server's parts. */
export interface Metrics {
  /** A metric read at each scrape; a counter if its name ends in `_total`, else a gauge. */
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

/** Serves /metrics for Prometheus. Labels use route patterns, never URLs, which would reveal who reads what. */
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
    for (const name of connectionMetrics) registry.removeSingleMetric(name)
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
