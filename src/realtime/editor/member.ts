import type { ChannelPlace } from '../../api/deck-channel/messages.ts'
import type { AppSocket } from '../../server/sockets/app-socket.ts'
import type { TokenBucket } from '../../server/sockets/token-bucket.ts'
import type { Credentials } from '../decider.ts'

/** A page of a deck's collaborator: the editor or the review. */
export interface Member extends Credentials {
  readonly socket: AppSocket
  readonly userId: number
  readonly deckId: number
  /** Null: the page did not say it. */
  readonly place: ChannelPlace | null
  slideId: string | null
  idle: boolean
  /** When the user last did something there (ms since 1970). */
  at: number
  /** Limits its messages to others and its later subscriptions. */
  readonly broadcasts: TokenBucket
}
