import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { signedInUrl } from '../../rules/signed-in-url.ts'
import { countRead } from '../../server/http/count-read.ts'
import { hasVisited, visitorOf } from '../../server/http/csrf.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/request-counters.ts'
import { findSignedIn, type SignedIn } from '../../server/http/session.ts'
import { memoForKeys } from '../../server/memo-for-keys.ts'
import type { Services } from '../../server/services.ts'
import { withLink } from '../access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { Viewer } from '../decks/count-view.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckAt, loadDeckForVisitor } from '../decks/load-deck.ts'
import type { ViewCounter } from '../decks/view-counter.ts'
import { pageAddress, presentAddress } from './own-address.ts'

/** A request for a deck page: the deck, which the sender may see (perhaps after a password), and the sender. */
export interface DeckRequest {
  readonly loaded: LoadedDeck
  readonly signedIn: SignedIn | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Whether the request's link is locked: the password page is then sent instead of the view. The owner and collaborators
 * need no link.
 */
export function needsPassword({ loaded }: Pick<DeckRequest, 'loaded'>): boolean {
  return loaded.link?.state === 'locked' && loaded.role === null
}

/**
 * Loads the deck of a page's URL (`:username/:slug`, optionally with a link's token). Throws the same 404 for a missing
 * deck and for a deck that the sender may not see. Check `needsPassword` before showing anything. Null after a redirect
 * to the deck's present address.
 */
export async function loadDeckRequest(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DeckRequest | null> {
  await countRead(services, request)
  const { username, slug } = request.params as { username: string; slug: string }
  const signedIn = await findSignedIn(services, request)
  const userId = signedIn?.user.id ?? null
  const db = services.database.read
  const found = await (userId === null
    ? loadDeckForVisitor(db, username, slug)
    : loadDeckAt(db, username, slug, userId))
  if (!found) throw new HttpError(404, messages.access.notFound)
  const deckRequest = { loaded: await withLink(services, request, found), signedIn, request, reply }
  const decision = decideDeck('see', actorOf(signedIn?.user ?? null), deckFacts(deckRequest.loaded, userId))
  if (decision !== 'allow' && !needsPassword(deckRequest)) throw new HttpError(404, messages.access.notFound)
  const present = presentAddress(services.settings, deckRequest.loaded, pageAddress(request, services.settings))
  if (present === null) return deckRequest
  reply.header('cache-control', 'no-store').redirect(keepingSession(deckRequest, present), 302)
  return null
}

/** The URL of a deck's page on its team's host, for members by the transfer of their session. Not for frames. */
function keepingSession({ loaded, signedIn, request }: DeckRequest, present: string): string {
  const teamId = loaded.deck.team_id
  const isMember = teamId !== null && signedIn?.user.team_id === teamId && request.hostTeam?.id !== teamId
  if (!isMember || request.headers['sec-fetch-dest'] !== 'document') return present
  const { origin, pathname, search } = new URL(present)
  return signedInUrl(origin, pathname + search)
}

/** Whether a view is counted. Views by collaborators, and by operators of a suspended deck, are not. */
export function isReader({ deck, role }: Pick<LoadedDeck, 'deck' | 'role'>): boolean {
  return role === null && deckState(deck) === 'active'
}

const visitorHash = memoForKeys((keys, text) => keys.hash('deck-view', text))

function viewerFrom(services: Services, { signedIn, request, reply }: DeckRequest, linkId: number | null): Viewer {
  // Hashes differ per link, so that the deck's and the links' counts are independent.
  const prefix = linkId === null ? '' : `link:${linkId} `
  const hash = (text: string) => services.keys.hash('deck-view', prefix + text)
  if (signedIn) return { hash: hash(`user:${signedIn.user.id}`), fallbackHash: null }
  const isReturning = hasVisited(services, request)
  const agent = request.headers['user-agent'] ?? ''
  const fallbackHash = isReturning ? null : hash(`place:${subjectKey(request.ip)} ${agent}`)
  const visitor = visitorOf(services, request, reply)
  return { hash: visitorHash(services.keys, `${prefix}visitor:${visitor}`), fallbackHash }
}

/**
 * Counts a view of the deck and of its link, unless the viewer is a collaborator or the request is a prefetch. Written
 * after the answer is sent, so that it does not delay the page.
 */
export function countDeckView(
  { services, views }: { readonly services: Services; readonly views: ViewCounter },
  deckRequest: DeckRequest,
): void {
  const { loaded, request, reply } = deckRequest
  if (!isReader(loaded) || /prefetch/.test(String(request.headers['sec-purpose'] ?? ''))) return
  const { link, deck } = loaded
  const counts = [
    { tokenId: null, viewer: viewerFrom(services, deckRequest, null) },
    ...(link?.state === 'open'
      ? [{ tokenId: link.tokenId, viewer: viewerFrom(services, deckRequest, link.tokenId) }]
      : []),
  ]
  reply.raw.once('finish', () => {
    for (const { tokenId, viewer } of counts) views.count({ deckId: deck.id, tokenId, viewer })
  })
}
