import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Timeout for the database, in ms. */
const patience = 2_000

async function databaseAnswers({ database }: Services): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patience, false)
  })
  const answered = sql`select 1 from users limit 1`.execute(database.read).then(
    () => true,
    () => false,
  )
  const answer = await Promise.race([answered, late])
  clearTimeout(timer)
  return answer
}

/**
 * Mounts the health checks for load balancers and containers; both answer 200 or 503. /healthz: this process reaches
 * its database. /readyz: in addition, this process is not shutting down, so it may get requests.
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/healthz', async (_request, reply) => {
    const database = await databaseAnswers(services)
    return reply.code(database ? 200 : 503).send({ healthy: database, database })
  })
  app.get('/readyz', async (_request, reply) => {
    const ready = !stopping && (await databaseAnswers(services))
    return reply.code(ready ? 200 : 503).send({ ready, stopping })
  })
}
