import type { LiveRefusal, StreamState } from '../../api/stream/messages.ts'

/** The connection's state, in Socket.IO's terms. It is `disconnected` before the first connection. */
export type LiveConnection = 'connected' | 'reconnected' | 'reconnect_failed' | 'disconnected'

/** The stream's status, as shown to the audience. */
export type LiveStatus = 'none' | 'connection_lost' | 'waiting_for_publisher'

/** The next check for a presenter: 'Retrying in Ns', then 'Retrying now', and while it runs 'Retrying'. */
export type LiveRetry =
  | { readonly phase: 'counting'; readonly seconds: number }
  | { readonly phase: 'now' }
  | { readonly phase: 'asking' }

/** A snapshot of a stream; immutable. A new object for each change. */
export interface LiveSnapshot {
  /** Null until known. Its `publisher_id` is null while there is no presenter. */
  readonly state: StreamState | null
  /** Whether `state` came from another page: then this page goes to that position. */
  readonly fromOther: boolean
  /** `reconnect_failed` after ten consecutive attempts; they continue nevertheless. */
  readonly connection: LiveConnection
  /** `connection_lost` 10 s after the socket was lost. */
  readonly status: LiveStatus
  /** Whether a move or a connection attempt has had no answer for 4 s, also while the socket still seems open. */
  readonly unanswered: boolean
  /** While waiting for a presenter; else null. */
  readonly retry: LiveRetry | null
  /** Seconds until the next connection attempt, counting down; 0 while it runs; null while connected. */
  readonly reconnectIn: number | null
  /** The number of followers. */
  readonly subscribers: number
  /** Whether this page's moves count. False for the audience, before connecting and after another's takeover. */
  readonly publishing: boolean
  /** Why this page may not follow (deck private, link removed), else null. It follows again once access returns. */
  readonly refused: LiveRefusal | null
}
