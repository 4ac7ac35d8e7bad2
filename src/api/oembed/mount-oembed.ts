import type { FastifyInstance, FastifyReply } from 'fastify'
import { shownTitle } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { deckThumbnailUrl } from '../decks/deck-json.ts'
import { loadDeckAt } from '../decks/load-deck.ts'
import { deckOfAddress, oembedAnswer, oembedXml } from './oembed.ts'

function pixels(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : undefined
}

/** Mounts the oEmbed endpoint for public decks, as JSON and XML: other sites request it to embed a deck's URL. */
export function mountOembed(app: FastifyInstance, services: Services): void {
  const answer = async (query: Record<string, unknown>, format: unknown, ip: string, reply: FastifyReply) => {
    const { allowed, retryAfter } = await services.limits.take('read', ip)
    if (!allowed) throw new HttpError(429, 'Too many tries, please wait a moment', { retryAfter })
    if (format !== undefined && format !== 'json' && format !== 'xml') throw new HttpError(501, 'Ask for json or xml')
    const { baseUrl } = services.settings
    const address = deckOfAddress(String(query.url ?? ''), baseUrl)
    // Decides as for a visitor: only public decks can be embedded.
    const loaded = address && (await loadDeckAt(services.database.read, address.username, address.slug, null))
    if (!loaded || decideDeck('see', actorOf(null), deckFacts(loaded, null)) !== 'allow') {
      throw new HttpError(404, 'Not found')
    }
    const { deck, owner } = loaded
    const shown = {
      id: deck.id,
      slug: deck.slug,
      username: owner.username,
      teamSlug: owner.team_slug,
      title: shownTitle(deck.title),
      authorName: owner.name ?? owner.username,
      thumbnailUrl: deckThumbnailUrl(deck),
    }
    const { name } = await services.instance.read()
    const max = { width: pixels(query.maxwidth), height: pixels(query.maxheight) }
    const result = oembedAnswer(shown, { name, baseUrl }, max)
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
    return format === 'xml'
      ? reply.type('text/xml; charset=utf-8').send(oembedXml(result))
      : reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
  }
  app.get('/oembed', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    return answer(query, query.format, request.ip, reply)
  })
  app.get('/oembed.xml', async (request, reply) => {
    return answer(request.query as Record<string, unknown>, 'xml', request.ip, reply)
  })
}
