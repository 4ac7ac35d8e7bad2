import type { FastifyReply } from 'fastify'
import { deckUrl, profileUrl } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import type { HostedUser } from '../../server/db/hosted-users.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { activeEditorOf } from '../deck-users/deck-user-json.ts'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { hostTeamOf } from '../pages/host-team-of.ts'
import { siteOf } from '../pages/site-of.ts'
import { askToSignIn } from '../session-transfer/ask-to-sign-in.ts'
import type { DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, frameFor, notesOf, sendDeckPage } from './page-answer.ts'
import type { ReviewCollaboration, ReviewContent } from './page-data.ts'
import { capabilitiesOf, shownDeck, viewerOf } from './page-parts.ts'
import { reviewSlides, slidesIn } from './review-slides.ts'

/** What the panel of the deck's collaborators needs. */
function collaborationOf({ loaded }: DeckRequest, user: HostedUser): ReviewCollaboration | null {
  const { deck, owner } = loaded
  const facts = deckFacts(loaded, user.id)
  if (decideDeck('list-collaborators', actorOf(user), facts) !== 'allow') return null
  const address = { username: owner.username, slug: deck.slug, id: deck.id }
  return {
    userId: user.id,
    editorId: activeEditorOf(deck),
    editPath: deckUrl(address, { view: 'edit' }),
    profilePath: profileUrl(user.username),
  }
}

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
  // Open reviews read newer versions with this header: the whole, or slides that change.
  const isContent = request.headers.accept === 'application/json'
  const slides = isContent ? slidesIn(request.query) : null
  if (isContent) reply.header('cache-control', 'no-store').header('vary', 'Accept')
  if (slides) return reply.send(await reviewSlides(services, loaded, slides, mayReadNotes(loaded, user)))
  const outline = await outlines(loaded.deck)
  const frame = frameFor(options, deckRequest, { mode: 'show', autoplay: false })
  const notes = mayReadNotes(loaded, user) ? await notesOf(options, loaded, outline) : null
  const { version } = loaded.deck
  const deck = shownDeck(loaded, false)
  if (isContent) {
    const content: ReviewContent = { version, title: deck.title, frameUrl: frame.url, outline, notes }
    return reply.send(content)
  }
  const page = documents.review({
    ...{ baseUrl: services.settings.baseUrl, site: await siteOf(services), team: hostTeamOf(request), deck },
    viewer: user && (await viewerOf(services, user)),
    capabilities: capabilitiesOf(loaded, user, services.settings),
    collaboration: user && collaborationOf(deckRequest, user),
    ...{ frame, outline, notes, version },
  })
  return sendDeckPage(options, deckRequest, page, { sockets: true })
}
