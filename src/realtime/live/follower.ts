import type { Socket } from 'socket.io'
import { linkFor } from '../../api/access-tokens/link-queries.ts'
import { actorOf, deckFacts } from '../../api/actor.ts'
import { type LoadedDeck, loadDeckFor } from '../../api/decks/load-deck.ts'
import { type Decision, type DeckAction, decideDeck, needsSession } from '../../rules/permissions.ts'
import { findSignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { SocketOrigin } from '../../server/sockets/create-socket-server.ts'
import type { Listener } from '../../server/sockets/fan-out.ts'
import type { ClientEvents, LiveView, ServerEvents } from './messages.ts'

/** A socket of the live namespace. */
export type LiveSocket = Socket<ClientEvents, ServerEvents>

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
  readonly socket: LiveSocket
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

/** Who is behind a handshake, and whether they may follow (or present) the deck: the same matrix as everywhere. */
export async function decideFollower(
  services: Services,
  origin: SocketOrigin,
  token: unknown,
  { deckId, publisher }: { deckId: number; publisher: boolean },
): Promise<{ decision: Decision; asker: Asker | null }> {
  const action = actionOf(publisher)
  const signedIn = await findSignedIn(services, origin)
  if (!signedIn && needsSession(action)) return { decision: 'sign-in', asker: null }
  const userId = signedIn?.user.id ?? null
  const found = await loadDeckFor(services.database.read, deckId, userId)
  if (!found) return { decision: 'hidden', asker: null }
  const link = await linkFor(services, origin, deckId, token)
  const loaded = { ...found, link }
  const decision = decideDeck(action, actorOf(signedIn?.user ?? null), deckFacts(loaded, userId))
  const credentials = {
    ...{ session: signedIn?.session.id_hash ?? null, userId },
    link: link?.state === 'open' ? { tokenId: link.tokenId, passwordVersion: link.passwordVersion } : null,
  }
  return { decision, asker: { loaded, credentials } }
}
