import { z } from 'zod'
import { slideIdPattern } from '../../document/page-deck.ts'
import type { Decision, DeckRole } from '../../rules/permissions.ts'
import type { BatchAnswer, BatchesMessage, sentBatch } from '../batches/messages.ts'
import type { CommentAnswer } from '../comments/contract.ts'

/**
 * The messages of the editor namespace, which connects the collaborators of a deck: who is where, requests for the
 * floor, and what the server has changed. Everybody in a deck's room receives them, so they contain only what each
 * collaborator may read.
 */

/** The Socket.IO namespace. */
export const editorNamespace = '/editor'

const userId = z.int().min(1)
const slideId = z.string().regex(slideIdPattern).nullable()

/** Whether a collaborator has the deck open: `idle` without input for some minutes. */
export const userStatuses = ['disconnected', 'viewing', 'idle'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The pages on which collaborators meet. */
export const channelPlaces = ['editor', 'review'] as const
export type ChannelPlace = (typeof channelPlaces)[number]

/** Where a collaborator is in the deck. */
export interface UserState {
  readonly user_id: number
  readonly status: UserStatus
  readonly slide_id: string | null
  /** 'editor' if one of the user's pages is the editor. Omitted if no page has said it. */
  readonly place?: ChannelPlace | undefined
}

/** A collaborator as the panel shows it. */
export interface ChannelUser {
  readonly user_id: number
  readonly role: DeckRole
  readonly active: boolean
  readonly name: string
  readonly username: string
  readonly first_name: string
  readonly thumbnail_url: string | null
}

/**
 * `broadcast`: a message to the deck's other sockets. `user_id` is the sender's own, and may be omitted; that of a denial
 * is the user who asked.
 */
export const broadcastMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('collaboration:user-typing'), user_id: userId.optional() }),
  z.strictObject({ type: z.literal('collaboration:user-typing-stopped'), user_id: userId.optional() }),
  z.strictObject({ type: z.literal('collaboration:become-editor-request'), user_id: userId.optional() }),
  z.strictObject({ type: z.literal('collaboration:become-editor-request-canceled'), user_id: userId.optional() }),
  z.strictObject({
    type: z.literal('collaboration:become-editor-request-denied'),
    user_id: userId,
    denied_by_user_id: userId.optional(),
  }),
])
export type BroadcastMessage = z.output<typeof broadcastMessage>
type RequestKind = 'become-editor-request' | 'become-editor-request-canceled'

/** A message as pages receive it. */
export type ChannelMessage =
  | { readonly type: `collaboration:${'user-typing' | 'user-typing-stopped' | RequestKind}`; readonly user_id: number }
  | {
      readonly type: 'collaboration:become-editor-request-denied'
      readonly user_id: number
      readonly denied_by_user_id: number
    }
  | ({ readonly type: 'collaboration:user-state' } & UserState)
  | ServerMessage

/** A message about a change that an API call has made. */
export type ServerMessage =
  | { readonly type: 'collaboration:editor-changed'; readonly user_id: number }
  | {
      readonly type: 'collaboration:deck-saved'
      /** Null: unknown, as after a change by another process. */
      readonly user_id: number | null
      readonly version: number
      readonly slide_id?: string
    }
  | { readonly type: 'collaboration:user-removed'; readonly user_id: number }
  /** `user`: as in the API, without what only admins may read. Pages read the list again. */
  | { readonly type: 'collaboration:user-added' | 'collaboration:user-updated'; readonly user: ChannelUser }
  | {
      readonly type: 'collaboration:comment-added' | 'collaboration:comment-updated'
      readonly comment: CommentAnswer
      /** On a slide that viewers do not see: only for those who may. Pages do not get this field. */
      readonly only_editors?: true
    }
  | {
      readonly type: 'collaboration:comment-removed'
      /** `next`: the first of its replies, which takes its place. */
      readonly comment: { readonly id: number; readonly next?: CommentAnswer }
      readonly only_editors?: true
    }

/**
 * `subscribe`: joins the deck's room, or moves on to another slide. A page may send it in its connect packet, as in the
 * live namespace: `auth: { subscribe }`; the answer is then the event `subscribed`.
 */
export const subscribeMessage = z.strictObject({
  deck_id: z.int().min(1),
  /** The user of the session. */
  user_id: userId,
  slide_id: slideId,
  place: z.enum(channelPlaces).optional(),
})
export type SubscribeMessage = z.input<typeof subscribeMessage>

/** `slide-change`: the page shows another slide. */
export const slideChangeMessage = z.strictObject({ slide_id: slideId })

/** Why a subscription is refused; see LiveRefusal of the live namespace. */
export type ChannelRefusal = Exclude<Decision, 'allow'> | 'full' | 'invalid'

/** The answer to `subscribe`: the deck and its users now. `ticket`: a reconnect token for the next socket's URL. */
export type SubscribeAnswer =
  | {
      readonly ok: true
      readonly ticket: string
      readonly version: number
      /** The user who edits. */
      readonly editor_user_id: number
      readonly users: readonly UserState[]
      /** The requests for the floor that are open, with the ms until they end. */
      readonly requests: readonly { readonly user_id: number; readonly remaining: number }[]
    }
  | { readonly ok: false; readonly error: ChannelRefusal }

/** The answer to the other events: whether it had an effect. */
export interface EventAnswer {
  readonly ok: boolean
}

/** Events from the server. */
export interface ServerEvents {
  /** The answer to a `subscribe` in the connect packet. */
  subscribed(answer: SubscribeAnswer): void
  message(message: ChannelMessage): void
  batches(message: BatchesMessage): void
  /** The server is shutting down; reconnect after `ms`. */
  retry_after(message: { readonly ms: number }): void
}

/** Events from a page. */
export interface ClientEvents {
  subscribe(message: SubscribeMessage, answer: (answer: SubscribeAnswer) => void): void
  broadcast(message: z.input<typeof broadcastMessage>, answer?: (answer: EventAnswer) => void): void
  'slide-change'(message: z.input<typeof slideChangeMessage>, answer?: (answer: EventAnswer) => void): void
  batch(message: z.input<typeof sentBatch>, answer: (answer: BatchAnswer) => void): void
  active(message: object, answer?: (answer: EventAnswer) => void): void
  idle(message: object, answer?: (answer: EventAnswer) => void): void
  'broadcast-all-user-states'(message: object, answer?: (answer: EventAnswer) => void): void
}
