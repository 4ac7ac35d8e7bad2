import { findByToken, linkFor } from '../../api/access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../../api/actor.ts'
import { asDeckOf, type LoadedDeck, loadDeckFor } from '../../api/decks/load-deck.ts'
import type { LiveView } from '../../api/stream/messages.ts'
import { type Decision, type DeckAction, decideDeck, needsSession } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import { sharedRead } from '../../server/db/shared-read.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { AppSocket, SocketOrigin } from '../../server/sockets/app-socket.ts'
import type { Listener } from '../../server/sockets/fan-out.ts'

/** What somebody's right to a stream rests on, to be asked about again. */
export interface Credentials {
  /** Hash of the session's id; null for visitors. */
  readonly session: string | null
  readonly userId: number | null
  /** The access link, with the version of its password that was given. */
  readonly link: { readonly tokenId: number; readonly passwordVersion: number } | null
}

/** A page that presents: its own name, what it is, and its person. */
export interface Publisher {
  readonly id: string
  readonly view: LiveView
  readonly userId: number
}

/** Somebody who follows or presents a deck. */
export interface Follower extends Credentials {
  readonly socket: AppSocket
  readonly listener: Listener
  /** Null: one of the audience. */
  readonly publisher: Publisher | null
  /** The deck that they follow or present. */
  readonly deckId: number
}

/** Somebody who asks to follow a deck. */
export interface Asker {
  readonly loaded: LoadedDeck
  readonly credentials: Credentials
}

/** What somebody needs to be allowed: presenters move everybody, the audience reads. */
export function actionOf(publisher: boolean): DeckAction {
  return publisher ? 'present' : 'read-stream'
}

/** What somebody asks for: to follow a deck, or to present it. */
interface Wish {
  readonly deckId: number
  readonly publisher: boolean
}

/** Decides who may follow or present. */
export type Decider = (
  origin: SocketOrigin,
  token: unknown,
  wish: Wish,
) => Promise<{ decision: Decision; asker: Asker | null }>

/**
 * Who is behind a handshake, and whether they may follow (or present) the deck: the same matrix as everywhere. A hall that
 * comes in at once asks for one and the same deck, mostly by one and the same link: each is read once for all who wait for
 * it, and never before they asked. Sessions, roles and what a browser has unlocked are asked for each by itself.
 */
export function createDecider(services: Services): Decider {
  const { keys, database } = services
  const { read } = database
  const apart = timings.liveReadsApart
  const loadForAll = sharedRead((deckId: number) => loadDeckFor(read, deckId, null), apart)
  const findForAll = sharedRead((token: string) => findByToken(read, keys, token), apart)
  const findLink = async (token: unknown) => (typeof token === 'string' ? findForAll(token) : null)
  return async (origin, token, { deckId, publisher }) => {
    const action = actionOf(publisher)
    const signedIn = await findSignedIn(services, origin)
    if (!signedIn && needsSession(action)) return { decision: 'sign-in', asker: null }
    const userId = signedIn?.user.id ?? null
    const found = await loadForAll(deckId)
    if (!found) return { decision: 'hidden', asker: null }
    const link = await linkFor(services, origin, deckId, token, findLink)
    const loaded = { ...(await asDeckOf(read, found, userId)), link }
    const decision = decideDeck(action, actorOf(signedIn?.user ?? null), deckFacts(loaded, userId))
    const credentials = {
      ...{ session: signedIn?.session.id_hash ?? null, userId },
      link: link?.state === 'open' ? { tokenId: link.tokenId, passwordVersion: link.passwordVersion } : null,
    }
    return { decision, asker: { loaded, credentials } }
  }
}
