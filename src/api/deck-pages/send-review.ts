import type { FastifyReply } from 'fastify'
import { deckUrl } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { hostTeamOf } from '../pages/host-team-of.ts'
import { siteOf } from '../pages/site-of.ts'
import { askToSignIn } from '../session-transfer/ask-to-sign-in.ts'
import type { DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, frameFor, notesOf, sendDeckPage } from './page-answer.ts'
import { capabilitiesOf, shownDeck, viewerOf } from './page-parts.ts'

/**
 * Sends the review, the deck beside its text, to collaborators. Redirects visitors to sign-in, and other users
 * who may see the deck to its page.
 */
export async function sendReview(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<FastifyReply> {
  const { services, documents, outlines } = options
  const { loaded, signedIn, request, reply } = deckRequest
  const user = signedIn?.user ?? null
  const decision = decideDeck('review', actorOf(user), deckFacts(loaded, user?.id ?? null))
  if (decision === 'sign-in') return askToSignIn(services, request, reply)
  if (decision !== 'allow') {
    const { deck, owner, link } = loaded
    const address = { username: owner.username, slug: deck.slug, id: deck.id }
    return reply.redirect(deckUrl(address, { token: link?.token ?? null }), 302)
  }
  const outline = await outlines(loaded.deck)
  const page = documents.review({
    baseUrl: services.settings.baseUrl,
    site: await siteOf(services),
    team: hostTeamOf(request),
    deck: shownDeck(loaded, false),
    viewer: user && (await viewerOf(services, user)),
    capabilities: capabilitiesOf(loaded, user),
    frame: frameFor(options, deckRequest, { mode: 'show', autoplay: false }),
    outline,
    notes: mayReadNotes(loaded, user) ? await notesOf(options, loaded, outline) : null,
  })
  return sendDeckPage(options, deckRequest, page)
}
