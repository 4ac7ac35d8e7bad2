import type { FastifyReply } from 'fastify'
import { deckUrl } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { type DeckPagesOptions, frameFor, notesOf, sendDeckPage } from './page-answer.ts'
import { abilitiesOf, shownDeck, viewerOf } from './page-parts.ts'
import type { Visit } from './visit.ts'

/**
 * The deck beside its words, for those who work on it or belong to its team. Whoever has no session signs in first;
 * others who see the deck are led to its own page.
 */
export async function sendReview(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { services, documents, outlines } = options
  const { loaded, signedIn, request, reply } = seen
  const user = signedIn?.user ?? null
  const decision = decideDeck('review', actorOf(user), deckFacts(loaded, user?.id ?? null))
  if (decision === 'sign-in') return reply.redirect(`/users/sign_in?return_to=${encodeURIComponent(request.url)}`, 302)
  if (decision !== 'allow') {
    const { deck, owner, link } = loaded
    const address = { username: owner.username, slug: deck.slug, id: deck.id }
    return reply.redirect(deckUrl(address, { token: link?.token ?? null }), 302)
  }
  const outline = await outlines(loaded.deck)
  const page = documents.review({
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(loaded, false),
    viewer: user && (await viewerOf(services, user)),
    abilities: abilitiesOf(loaded, user),
    frame: frameFor(options, seen, { mode: 'show', autoplay: false }),
    outline,
    notes: mayReadNotes(loaded, user) ? await notesOf(options, loaded, outline) : null,
  })
  return sendDeckPage(options, seen, page)
}
