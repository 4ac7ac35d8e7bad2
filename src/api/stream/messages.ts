import { z } from 'zod'
import { slideIdPattern } from '../../document/page-deck.ts'
import { limits } from '../../rules/limits.ts'
import type { Decision } from '../../rules/permissions.ts'

/**
 * What is said on the live namespace. The presenter's page speaks, everybody else follows. All of it is numbers, switches
 * and ids: no note, no name and no markup can travel in a stream. Slide and fragment indices count from 0, as the
 * player's do; a fragment of -1 is before the first one.
 */

/** The namespace on the socket server. */
export const liveNamespace = '/live'

/** Names one page that presents, so that it knows its own words when they come back. Pages make one of letters and digits. */
export const publisherId = z.union([z.string().regex(/^[\w-]{1,64}$/), z.int().min(0)])
export type PublisherId = z.output<typeof publisherId>

const index = z.int().min(0).max(limits.live.index)

/** Where the presentation is and how it is shown. `publisher_id` null: nobody presents. */
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
  /** Says which of two states is the later one, whichever way they came; pages that present agree on it among themselves. */
  order: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** What hides the slides while paused; black when missing. */
  screen: z.enum(['black', 'white']).optional(),
  /** Where the presenter points: parts of the slide's width and height. */
  light: z
    .object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
    .nullable()
    .optional(),
  /** Whether the address of the live page is shown over the slides. */
  address: z.boolean().optional(),
  /** The version of the deck on the presenter's page; whoever follows with an older one takes this one. */
  version: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The data-id of the slide at this place, for those whose version has it elsewhere. */
  slide: z.string().regex(slideIdPattern).nullable().optional(),
})
export type StreamState = z.output<typeof streamState>

/** A state as pages send it: what is missing stays as it is. Anything else in it is left out. */
export const sentState = streamState.partial()
export type SentState = z.output<typeof sentState>

/** The text of a state, as messages and the API carry it. */
const stateText = z.string().max(limits.live.stateBytes)

/** What a page is: the presenter's, the speaker's, or one that follows. */
export const liveViews = ['presenter', 'speaker', 'audience'] as const
export type LiveView = (typeof liveViews)[number]

/**
 * `subscribe`: asks to follow a deck, or with `publisher` to present it. Answered with a SubscribeAnswer. A page can bring
 * the same along when it connects, beside its `token`: `auth: { token, subscribe }`. Then the answer is `subscribed`, and
 * that and the stream come before the page is told that it is connected: it is back one round trip earlier.
 */
export const subscribeMessage = z.strictObject({
  deck_id: z.int().min(1),
  publisher: z.boolean(),
  /** With `publisher`: the page's own name. */
  publisher_id: publisherId.optional(),
  view: z.enum(liveViews).optional(),
  /** With `publisher`: the page was here before and lost its connection. Then it does not take over from another. */
  again: z.boolean().optional(),
})
export type SubscribeMessage = z.input<typeof subscribeMessage>

/** Why a page may not follow or present: as 401, 403, 404 of the API. `full`: too many at once; `invalid`: not our words. */
export type LiveRefusal = Exclude<Decision, 'allow'> | 'full' | 'invalid'

/**
 * The answer to `subscribe`. `publishing`: the page's moves count; false when another page presents. `ticket`: brought
 * along in the address of the next socket (`ticket=…`) it says that the page was here before.
 */
export type SubscribeAnswer =
  | { readonly ok: true; readonly publishing: boolean; readonly ticket: string }
  | { readonly ok: false; readonly error: LiveRefusal }

/** `message`: the stream's new state, from the page that presents to the server and from there to everybody. */
export const publishMessage = z.strictObject({
  deck_id: z.int().min(1),
  publisher_id: publisherId,
  /** JSON text of a SentState. */
  state: stateText,
})
export type PublishMessage = z.output<typeof publishMessage>

/** The answer to a page's `message`. `publishing` false: another page has taken over, and nothing was passed on. */
export interface PublishAnswer {
  readonly publishing: boolean
}

/** `message` as pages get it: `state` is the JSON text of a StreamState. */
export interface StateMessage {
  readonly deck_id: number
  readonly publisher_id: PublisherId | null
  readonly state: string
}

/** `subscribers`: how many follow a deck; pages that present and speaker views are not counted. */
export interface SubscribersMessage {
  readonly deck_id: number
  readonly subscribers: number
}

/**
 * `publishing`: sent to a page that presents when another page takes over, before it moves again. Pages of an earlier
 * version ignore it and learn the same from the answer to their next `message`.
 */
export interface PublishingMessage {
  readonly publishing: false
}

/** `retry_after`: the server is about to stop; come back after so many ms. */
export interface RetryAfterMessage {
  readonly ms: number
}

/** Everything a server says. */
export interface ServerEvents {
  /** The answer to a `subscribe` that came along with the connection. */
  subscribed(answer: SubscribeAnswer): void
  message(message: StateMessage): void
  subscribers(message: SubscribersMessage): void
  publishing(message: PublishingMessage): void
  retry_after(message: RetryAfterMessage): void
}

/** Everything a page says. */
export interface ClientEvents {
  subscribe(message: SubscribeMessage, answer: (answer: SubscribeAnswer) => void): void
  message(message: PublishMessage, answer?: (answer: PublishAnswer) => void): void
}
