import type { FastifyInstance } from 'fastify'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/rate-limits.ts'
import type { Services } from '../../server/services.ts'
import { deckState } from '../decks/deck-state.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { toldProgress } from './contract.ts'
import { countReading, isKnownReading } from './queries.ts'
import { type Reading, readReadingTicket } from './reading-ticket.ts'

/** What a telling page may send, in bytes: the ids of all slides of the largest deck. */
const bodyLimit = 40_000

/** Whether a reading may be counted: of the new ones of a deck only so many an hour from one address. */
async function mayCount(services: Services, reading: Reading, ip: string): Promise<boolean> {
  if (await isKnownReading(services.database.read, reading.number)) return true
  const { allowed } = await services.limits.take('reading', `${subjectKey(ip)} deck ${reading.deckId}`)
  return allowed
}

/**
 * Takes what pages around decks tell of how far somebody has read, at POST /api/v1/decks/:id/progress. It stands apart
 * from the other calls because it asks for no session and no cookie, so that it works in pages of other sites too: what
 * it trusts is the ticket that the page was sent with. Nothing about the sender is kept.
 */
export function mountProgress(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/decks/:id/progress', { bodyLimit }, async (request, reply) => {
    const { allowed, retryAfter } = await services.limits.take('progress', request.ip)
    if (!allowed) throw new HttpError(429, 'Too many tries, please wait a moment', { retryAfter })
    const told = toldProgress.safeParse(request.body)
    if (!told.success) throw new HttpError(422, 'Not a progress of reading')
    const now = services.now()
    const reading = readReadingTicket(services.keys, told.data.ticket, now.getTime())
    if (!reading || String(reading.deckId) !== (request.params as { id: string }).id) {
      throw new HttpError(404, 'Not found')
    }
    const loaded = await loadDeckFor(services.database.read, reading.deckId, null)
    // Whether the sender may see the deck was asked when the page was sent; neither trash nor suspended decks have readers.
    const isThere = loaded && deckState(loaded.deck) === 'active'
    if (isThere && (await mayCount(services, reading, request.ip))) {
      await services.database.transaction((trx) => countReading(trx, services.database.kind, reading, told.data, now))
    }
    return reply.header('cache-control', 'private, no-store').code(204).send()
  })
}
