import { z } from 'zod'
import { slideIdPattern } from '../../document/page-deck.ts'
import { limits } from '../../rules/limits.ts'
import type { Decision } from '../../rules/permissions.ts'

/**
 * The messages of the live namespace: the presenter publishes, all others follow. They contain only numbers, booleans
 * and ids, so no note, name or markup can leak. Slide and fragment indices count from 0, as in the player; fragment -1
 * is before the first one.
 */

/** The Socket.IO namespace. */
export const liveNamespace = '/live'

/** Id of a presenting page, by which it recognizes its own messages. Pages generate it from letters and digits. */
export const publisherId = z.union([z.string().regex(/^[\w-]{1,64}$/), z.int().min(0)])
export type PublisherId = z.output<typeof publisherId>

const index = z.int().min(0).max(limits.live.index)

/** The position and display options of a presentation. `publisher_id` null: no presenter. */
export const streamState = z.object({
  publisher_id: publisherId.nullable(),
  indexh: index,
  indexv: index,
  /** Null on a slide without fragments. */
  indexf: z.int().min(-1).max(limits.live.index).nullable(),
  paused: z.boolean(),
  overview: z.boolean(),
  present_controls: z.boolean(),
  present_notes: z.boolean(),
  present_upsizing: z.boolean(),
  /**
   * Sequence number that orders states, over any transport. The presenting pages of one browser agree on the numbers.
   */
  order: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The color of the screen while paused; black if missing. */
  screen: z.enum(['black', 'white']).optional(),
  /** Position of the laser pointer, as fractions of the slide's width and height. */
  light: z
    .object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
    .nullable()
    .optional(),
  /** Whether the live page's URL is shown over the slides. */
  address: z.boolean().optional(),
  /** The deck's version on the presenter's page; followers with an older version update to it. */
  version: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The data-id of the slide at this position, for followers whose version has that slide at another position. */
  slide: z.string().regex(slideIdPattern).nullable().optional(),
})
export type StreamState = z.output<typeof streamState>

/** A state as pages send it. Missing fields are unchanged, and unknown fields are dropped. */
export const sentState = streamState.partial()
export type SentState = z.output<typeof sentState>

/** A state as JSON text, in messages and the API. */
const stateText = z.string().max(limits.live.stateBytes)

/** The kind of page: presenter, speaker view or follower. */
const liveViews = ['presenter', 'speaker', 'audience'] as const
export type LiveView = (typeof liveViews)[number]

/**
 * `subscribe`: follows a deck, or presents it with `publisher`. Acknowledged with a SubscribeAnswer. A page may send
 * the same message in its connect packet: `auth: { token, subscribe }`. The answer is then the event `subscribed`. That
 * event and the stream are sent before the connect acknowledgment, which saves a reconnecting page one round trip.
 */
export const subscribeMessage = z.strictObject({
  deck_id: z.int().min(1),
  publisher: z.boolean(),
  /** With `publisher`: the page's id. */
  publisher_id: publisherId.optional(),
  view: z.enum(liveViews).optional(),
  /** With `publisher`: the page reconnects after a lost connection, and does not take over from another presenter. */
  again: z.boolean().optional(),
})
export type SubscribeMessage = z.input<typeof subscribeMessage>

/**
 * Why a subscription is refused. A decision means the same as the API's 401, 403 and 404. `full`: too many connections;
 * `invalid`: a malformed message.
 */
export type LiveRefusal = Exclude<Decision, 'allow'> | 'full' | 'invalid'

/**
 * The answer to `subscribe`. `publishing`: whether the page may publish; false while another page presents. `ticket`: a
 * reconnect token for the URL of the next socket (`ticket=…`).
 */
export type SubscribeAnswer =
  | { readonly ok: true; readonly publishing: boolean; readonly ticket: string }
  | { readonly ok: false; readonly error: LiveRefusal }

/** `message`: the stream's new state, from the presenter to the server and from there to all followers. */
export const publishMessage = z.strictObject({
  deck_id: z.int().min(1),
  publisher_id: publisherId,
  /** JSON text of a SentState. */
  state: stateText,
})
export type PublishMessage = z.output<typeof publishMessage>

/** The answer to a page's `message`. `publishing` false: another page has taken over, and nothing was broadcast. */
export interface PublishAnswer {
  readonly publishing: boolean
}

/** `message` as pages receive it. `state` is the JSON text of a StreamState. */
export interface StateMessage {
  readonly deck_id: number
  readonly publisher_id: PublisherId | null
  readonly state: string
}

/** `subscribers`: number of followers, without presenting pages and speaker views. */
export interface SubscribersMessage {
  readonly deck_id: number
  readonly subscribers: number
}

/**
 * `publishing`: sent to the presenting page as soon as another page takes over. Older clients ignore this event and get
 * the same from the answer to their next `message`.
 */
export interface PublishingMessage {
  readonly publishing: false
}

/** `retry_after`: the server is shutting down; reconnect after `ms`. */
export interface RetryAfterMessage {
  readonly ms: number
}

/** Events from the server. */
export interface ServerEvents {
  /** The answer to a `subscribe` in the connect packet. */
  subscribed(answer: SubscribeAnswer): void
  message(message: StateMessage): void
  subscribers(message: SubscribersMessage): void
  publishing(message: PublishingMessage): void
  retry_after(message: RetryAfterMessage): void
}

/** Events from a page. */
export interface ClientEvents {
  subscribe(message: SubscribeMessage, answer: (answer: SubscribeAnswer) => void): void
  message(message: PublishMessage, answer?: (answer: PublishAnswer) => void): void
}
