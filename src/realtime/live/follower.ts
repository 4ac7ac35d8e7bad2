import type { LiveView } from '../../api/stream/messages.ts'
import type { DeckAction } from '../../rules/permissions.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import type { Subscriber } from '../../server/sockets/fan-out.ts'
import type { Credentials } from '../decider.ts'

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

/** The deck action that a client needs: publishers present, the audience reads. */
export function actionOf(publisher: boolean): DeckAction {
  return publisher ? 'present' : 'read-stream'
}
