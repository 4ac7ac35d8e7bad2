import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shownTitle } from '../../rules/deck-url.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { countRead } from '../../server/http/count-read.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { sendPlainPage } from '../../server/http/plain-page.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { userById } from '../users/queries.ts'
import { endPath, type Recipient, readEndToken } from './end-token.ts'
import { mailsTo, setEnded } from './queries.ts'

/** The deck in the page's texts. Its title is shown only while the user may read its comments. */
async function nameOfDeck({ database }: Services, { userId, deckId }: Recipient): Promise<string | null> {
  const user = await userById(database.read, String(userId))
  const loaded = await loadDeckFor(database.read, deckId, userId)
  if (!user || !loaded) return null
  const mayRead = decideDeck('list-comments', actorOf(user), deckFacts(loaded, userId)) === 'allow'
  return mayRead ? `the deck “${shownTitle(loaded.deck.title)}”` : 'this deck'
}

/** The form of a page with one button. An empty action is the page's own URL, with the token. */
const form = (label: string, field = '') =>
  `<form method="post" action="">${field}<button class="button" type="submit">${label}</button></form>`

function sendState({ instance }: Services, reply: FastifyReply, deck: string, isEnded: boolean): FastifyReply {
  const [name, site] = [escapeHtml(deck), escapeHtml(instance.name())]
  const title = isEnded ? 'You get no more of these mails' : 'Mails about comments'
  const body = isEnded
    ? `<h1>${title}</h1><p>${site} no longer mails you about comments on ${name}: neither what you missed nor who mentions you.</p>${form('Send them again', '<input type="hidden" name="again" value="1">')}`
    : `<h1>${title}</h1><p>When others comment on ${name} while you are away, ${site} sends you one mail, and one for each comment that mentions you.</p>${form('End these mails')}`
  return sendPlainPage(reply, instance, { title, body, forms: true })
}

/**
 * Mounts the page that ends the mails about a deck's comments, for users without a session. A GET changes nothing, since
 * mail servers open links to check them. A POST ends the mails: the page's button, and mail programs by List-Unsubscribe
 * (RFC 8058). It needs no CSRF token, since the token in the URL is all that authorizes it.
 */
export function mountCommentMails(app: FastifyInstance, services: Services): void {
  const { database, instance, keys, limits, now } = services
  const find = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.surface.kind !== 'app') throw new HttpError(404, messages.access.notFound)
    // The URL contains the token, which must not be sent as Referer.
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')
    const recipient = readEndToken(keys, (request.query as Record<string, unknown>).token)
    const deck = recipient && (await nameOfDeck(services, recipient))
    return recipient && deck !== null ? { recipient, deck } : null
  }
  const sendGone = (reply: FastifyReply) => {
    const title = 'There are no such mails'
    const body = `<h1>${title}</h1><p>The link is not complete, or the deck no longer exists.</p>`
    return sendPlainPage(reply.code(404), instance, { title, body })
  }
  app.get(endPath, async (request, reply) => {
    await countRead(services, request)
    const found = await find(request, reply)
    if (!found) return sendGone(reply)
    const state = await mailsTo(database.read, found.recipient)
    return sendState(services, reply, found.deck, state?.ended_at != null)
  })
  app.post(endPath, async (request, reply) => {
    await countRead(services, request)
    const found = await find(request, reply)
    if (!found) return sendGone(reply)
    // A mail provider sends the requests of all its users from few addresses.
    const { allowed, retryAfter } = await limits.take('write', `comment-mails:${found.recipient.userId}`)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    const isEnded = (request.body as { again?: unknown } | undefined)?.again === undefined
    await database.transaction((trx) => setEnded(trx, found.recipient, isEnded ? now() : null))
    return sendState(services, reply, found.deck, isEnded)
  })
}
