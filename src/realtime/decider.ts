import { findByToken, linkFor } from '../api/access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../api/actor.ts'
import { asDeckOf, type LoadedDeck, loadDeckFor } from '../api/decks/load-deck.ts'
import { type Decision, type DeckAction, decideDeck, needsSession } from '../rules/permissions.ts'
import { timings } from '../rules/timings.ts'
import { coalesceReads } from '../server/db/coalesce-reads.ts'
import { findSignedIn, type SignedIn } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import type { SocketOrigin } from '../server/sockets/app-socket.ts'

/** What a socket's access depends on, for later rechecks. */
export interface Credentials {
  /** Hash of the session's id; null for visitors. */
  readonly session: string | null
  readonly userId: number | null
  /** The access link, with the password version that was unlocked. */
  readonly link: { readonly tokenId: number; readonly passwordVersion: number } | null
}

/** A client that asks for a deck's messages. */
export interface Candidate {
  readonly loaded: LoadedDeck
  readonly credentials: Credentials
  readonly user: SignedIn['user'] | null
}

/** What a client asks for: an action on a deck. */
export interface AccessRequest {
  readonly deckId: number
  readonly action: DeckAction
}

/** Decides whether a client may join a deck's room. */
export type Decider = (
  origin: SocketOrigin,
  token: unknown,
  request: AccessRequest,
) => Promise<{ decision: Decision; candidate: Candidate | null }>

/**
 * Authenticates a handshake and decides by the permission matrix whether it may act on the deck. Reads of deck and link
 * are coalesced for an audience that connects at once, but never older than the request. Sessions, roles and unlocked
 * links are read for each client.
 */
export function createDecider(services: Services): Decider {
  const { keys, database } = services
  const { read } = database
  const apart = timings.liveReadsApart
  const loadCoalesced = coalesceReads((deckId: number) => loadDeckFor(read, deckId, null), apart)
  const findCoalesced = coalesceReads((token: string) => findByToken(read, keys, token), apart)
  const findLink = async (token: unknown) => (typeof token === 'string' ? findCoalesced(token) : null)
  return async (origin, token, { deckId, action }) => {
    const signedIn = await findSignedIn(services, origin)
    if (!signedIn && needsSession(action)) return { decision: 'sign-in', candidate: null }
    const userId = signedIn?.user.id ?? null
    const found = await loadCoalesced(deckId)
    if (!found) return { decision: 'hidden', candidate: null }
    const link = await linkFor(services, origin, deckId, token, findLink)
    const loaded = { ...(await asDeckOf(read, found, userId)), link }
    const decision = decideDeck(action, actorOf(signedIn?.user ?? null), deckFacts(loaded, userId))
    const credentials = {
      ...{ session: signedIn?.session.id_hash ?? null, userId },
      link: link?.state === 'open' ? { tokenId: link.tokenId, passwordVersion: link.passwordVersion } : null,
    }
    return { decision, candidate: { loaded, credentials, user: signedIn?.user ?? null } }
  }
}
