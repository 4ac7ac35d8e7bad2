import type { FastifyInstance } from 'fastify'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/request-counters.ts'
import type { Services } from '../../server/services.ts'
import { deckState } from '../decks/deck-state.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { progressReport } from './contract.ts'
import { countReading, hasReported } from './queries.ts'
import { type Reading, verifyReadingToken } from './reading-token.ts'

/** Limit in bytes: the ids of all slides of the largest deck. */
const bodyLimit = 40_000

/** Whether a reading may be counted. New readings are rate limited per deck and address. */
async function mayCount(services: Services, reading: Reading, ip: string): Promise<boolean> {
  if (await hasReported(services.database.read, reading.number)) return true
  const { allowed } = await services.limits.take('reading', `${subjectKey(ip)} deck ${reading.deckId}`)
  return allowed
}

/**
 * Mounts POST /api/v1/decks/:id/progress, which receives the progress reports of deck pages. Not mounted as a contract:
 * it needs no session or cookie, so that it works in embeds on other sites. The page's signed token authorizes it.
 * Nothing about the sender is stored.
 */
export function mountProgress(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/decks/:id/progress', { bodyLimit }, async (request, reply) => {
    const { allowed, retryAfter } = await services.limits.take('progress', request.ip)
    if (!allowed) throw new HttpError(429, 'Too many tries, please wait a moment', { retryAfter })
    const report = progressReport.safeParse(request.body)
    if (!report.success) throw new HttpError(422, 'Not a progress of reading')
    const now = services.now()
    const reading = verifyReadingToken(services.keys, report.data.ticket, now.getTime())
    if (!reading || String(reading.deckId) !== (request.params as { id: string }).id) {
      throw new HttpError(404, 'Not found')
    }
    const loaded = await loadDeckFor(services.database.read, reading.deckId, null)
    // Access was checked when the page was sent. Trashed and suspended decks count no readings.
    const isCounted = loaded && deckState(loaded.deck) === 'active'
    if (isCounted && (await mayCount(services, reading, request.ip))) {
      await services.database.transaction((trx) => countReading(trx, services.database.kind, reading, report.data, now))
    }
    return reply.header('cache-control', 'private, no-store').code(204).send()
  })
}
