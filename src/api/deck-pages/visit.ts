import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { countRead } from '../../server/http/count-read.ts'
import { hasVisited, visitorOf } from '../../server/http/csrf.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/rate-limits.ts'
import { findSignedIn, type SignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { withLink } from '../access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { Viewer } from '../decks/count-view.ts'
import { deckState } from '../decks/deck-state.ts'
import { type LoadedDeck, loadDeckAt } from '../decks/load-deck.ts'
import type { ViewCounter } from '../decks/view-counter.ts'

/** A deck that the sender of a request may see, or may see after giving a password, and who that is. */
export interface Visit {
  readonly loaded: LoadedDeck
  readonly signedIn: SignedIn | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Whether the link that somebody came with still asks for its password: then the password view stands in place of what
 * was wanted, and nothing of the deck is in it. Not for the deck's own people, who need no link.
 */
export function needsPassword({ loaded }: Pick<Visit, 'loaded'>): boolean {
  return loaded.link?.state === 'locked' && loaded.role === null
}

/**
 * The deck that a page's address (`:username/:slug`, perhaps with a link's token) leads to. Throws 404 for a deck that
 * does not exist or may not be seen: to strangers they are the same. Ask `needsPassword` before showing anything.
 */
export async function visit(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  await countRead(services, request)
  const { username, slug } = request.params as { username: string; slug: string }
  const signedIn = await findSignedIn(services, request)
  const userId = signedIn?.user.id ?? null
  const found = await loadDeckAt(services.database.read, username, slug, userId)
  if (!found) throw new HttpError(404, messages.access.notFound)
  const seen = { loaded: await withLink(services, request, found), signedIn, request, reply }
  const decision = decideDeck('see', actorOf(signedIn?.user ?? null), deckFacts(seen.loaded, userId))
  if (decision !== 'allow' && !needsPassword(seen)) throw new HttpError(404, messages.access.notFound)
  return seen
}

/** Whether a visit counts as reading. Visits of the deck's editors and of operators to a suspended deck do not count. */
export function isReader({ deck, role }: Pick<LoadedDeck, 'deck' | 'role'>): boolean {
  return role === null && deckState(deck) === 'active'
}

function whoLooks(services: Services, { signedIn, request, reply }: Visit, linkId: number | null): Viewer {
  // The same person is one viewer of the deck and one of the link: the two counts know nothing of each other.
  const by = linkId === null ? '' : `link:${linkId} `
  const hash = (text: string) => services.keys.hash('deck-view', by + text)
  if (signedIn) return { hash: hash(`user:${signedIn.user.id}`), place: null }
  const known = hasVisited(services, request)
  const agent = request.headers['user-agent'] ?? ''
  const place = known ? null : hash(`place:${subjectKey(request.ip)} ${agent}`)
  return { hash: hash(`visitor:${visitorOf(services, request, reply)}`), place }
}

/**
 * Counts the visit, and that of the link it came by, unless the visitor works on the deck or the browser only looks
 * ahead. It is written down when the answer is out: nobody waits for the disk to see a deck.
 */
export function countVisit(
  { services, views }: { readonly services: Services; readonly views: ViewCounter },
  seen: Visit,
): void {
  const { loaded, request, reply } = seen
  if (!isReader(loaded) || /prefetch/.test(String(request.headers['sec-purpose'] ?? ''))) return
  const { link, deck } = loaded
  const counts = [
    { tokenId: null, viewer: whoLooks(services, seen, null) },
    ...(link?.state === 'open' ? [{ tokenId: link.tokenId, viewer: whoLooks(services, seen, link.tokenId) }] : []),
  ]
  reply.raw.once('finish', () => {
    for (const { tokenId, viewer } of counts) views.count({ deckId: deck.id, tokenId, viewer })
  })
}
