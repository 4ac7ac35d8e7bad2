import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { isLocalRequest } from '../../server/loopback.ts'
import type { Services } from '../../server/services.ts'
import { runBilling } from './jobs.ts'

const body = z.object({ days: z.number().positive().max(1_000) })

/**
 * Mounts POST /dev/clock {days}: moves the server's clock ahead and does what is due then, for journeys in which time
 * passes. Only with LECTERN_CLOCK=on, never in production, and for requests of this machine.
 */
export function mountClock(app: FastifyInstance, services: Services): void {
  const { advanceClock } = services
  if (!advanceClock) return
  app.post('/dev/clock', async (request, reply) => {
    if (!isLocalRequest(request) || request.headers.origin !== undefined) {
      throw new HttpError(404, messages.access.notFound)
    }
    const read = body.safeParse(request.body)
    if (!read.success) throw invalid('days', messages.form.number)
    advanceClock(read.data.days * 86_400_000)
    await runBilling(services)
    return reply.send({ now: services.now().toISOString() })
  })
}
