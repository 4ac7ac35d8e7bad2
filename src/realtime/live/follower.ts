import { findByToken, linkFor } from '../../api/access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../../api/actor.ts'
import { asDeckOf, type LoadedDeck, loadDeckFor } from '../../api/decks/load-deck.ts'
import type { LiveView } from '../../api/stream/messages.ts'
import { type Decision, type DeckAction, decideDeck, needsSession } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import { coalesceReads } from '../../server/db/coalesce-reads.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket, SocketOrigin } from '../../server/sockets/app-socket.ts'
import type { Subscriber } from '../../server/sockets/fan-out.ts'

/** What a follower's access depends on, for later rechecks. */
export interface Credentials {
  /** Hash of the session's id; null for visitors. */
  readonly session: string | null
  readonly userId: number | null
  /** The access link, with the password version that was unlocked. */
  readonly link: { readonly tokenId: number; readonly passwordVersion: number } | null
}

/** A publishing page: its id, its view and its user. */
export interface Publisher {
  readonly id: string
  readonly view: LiveView
  readonly userId: number
}

/** A socket that follows or presents a deck. */
export interface Follower extends Credentials {
  readonly socket: AppSocket
  readonly subscriber: Subscriber
  /** Null: audience. */
  readonly publisher: Publisher | null
  /** The deck that it follows or presents. */
  readonly deckId: number
}

/** A client that asks to follow a deck. */
export interface Candidate {
  readonly loaded: LoadedDeck
  readonly credentials: Credentials
}

/** The deck action that a client needs: publishers present, the audience reads. */
export function actionOf(publisher: boolean): DeckAction {
  return publisher ? 'present' : 'read-stream'
}

/** What a client asks for: to follow or to present a deck. */
interface SubscribeRequest {
  readonly deckId: number
  readonly publisher: boolean
}

/** Decides whether a client may follow or present. */
export type Decider = (
  origin: SocketOrigin,
  token: unknown,
  request: SubscribeRequest,
) => Promise<{ decision: Decision; candidate: Candidate | null }>

/**
 * Authenticates a handshake and decides by the permission matrix whether it may follow (or present) the deck. Reads of
 * deck and link are coalesced for an audience that connects at once, but never older than the request. Sessions, roles
 * and unlocked links are read for each client.
 */
export function createDecider(services: Services): Decider {
  const { keys, database } = services
  const { read } = database
  const apart = timings.liveReadsApart
  const loadCoalesced = coalesceReads((deckId: number) => loadDeckFor(read, deckId, null), apart)
  const findCoalesced = coalesceReads((token: string) => findByToken(read, keys, token), apart)
  const findLink = async (token: unknown) => (typeof token === 'string' ? findCoalesced(token) : null)
  return async (origin, token, { deckId, publisher }) => {
    const action = actionOf(publisher)
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
    return { decision, candidate: { loaded, credentials } }
  }
}
