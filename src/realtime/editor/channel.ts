import type { z } from 'zod'
import type { BatchAnswer, BatchesMessage, sentBatch } from '../../api/batches/messages.ts'
import type {
  BroadcastMessage,
  ChannelMessage,
  ChannelPlace,
  ChannelRefusal,
  SubscribeAnswer,
  UserState,
} from '../../api/deck-channel/messages.ts'

/** What a page knows of a deck's channel; immutable. */
export interface ChannelSnapshot {
  readonly connected: boolean
  /** Set some seconds after the connection was lost, until it is back. */
  readonly lost: boolean
  /** When the next attempt begins (ms since 1970); null while connected or connecting. */
  readonly retryAt: number | null
  /** Why the page may not join, else null. */
  readonly refused: ChannelRefusal | null
  /** The users who have the deck open. */
  readonly states: ReadonlyMap<number, UserState>
  /** The users who are writing a comment. */
  readonly typing: ReadonlySet<number>
}

/** The answer to the subscription when the page has joined. */
export type Joined = Extract<SubscribeAnswer, { ok: true }>

/** A page's connection to the channel of a deck. */
export interface EditorChannel {
  snapshot: () => ChannelSnapshot
  /** Calls the listener after each change of the snapshot; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Sends a message to the other collaborators; dropped while not connected. */
  broadcast(message: BroadcastMessage): void
  /** Sends the slide that the user is at. */
  showSlide(slideId: string | null): void
  /** Notes that the user does something here; without it for some minutes the user is idle. */
  noteActivity(): void
  /** Requests the states of all users. */
  requestStates(): void
  /** Sends a batch; null without an answer, and then it may have been written. */
  sendBatch(batch: z.input<typeof sentBatch>): Promise<BatchAnswer | null>
  /** Reconnects now instead of at the end of the pause. */
  retryNow(): void
  /** Joins again over the same connection, for a fresh answer; nothing while not connected. */
  rejoin(): void
  close(): void
}

/** Options of a page's channel. */
export interface ChannelOptions {
  readonly deckId: number
  readonly userId: number
  readonly slideId: string | null
  readonly place: ChannelPlace
  onJoined(joined: Joined): void
  onMessage(message: ChannelMessage): void
  /** Called with what other versions of the deck changed. */
  onBatches?(message: BatchesMessage): void
  /** Called when the server refuses the page; it does not connect again after hidden, forbidden and upgrade. */
  onRefused(refusal: ChannelRefusal): void
}
