import { z } from 'zod'

/** The messages of a user's own room in the editor namespace: the progress of imports and exports. */

/** Joins the user's own room, in the connect packet: `auth: { subscribe: { jobs: true } }`. */
export const followJobsMessage = z.strictObject({ jobs: z.literal(true) })

/** How far an import or export of the user is. The API has the rest. */
export interface JobMessage {
  readonly kind: 'import' | 'export'
  /** Of the import or export. */
  readonly id: number
  readonly status: 'pending' | 'processing' | 'finished' | 'failed'
  /** Slides that are done, and all of them; null until they are known. */
  readonly done: number
  readonly slides: number | null
}

/** The answer: whether the socket is in the room. `ticket`: a reconnect token for the next socket's URL. */
export type FollowJobsAnswer = { readonly ok: true; readonly ticket: string } | { readonly ok: false }

/** Events from the server. */
export interface JobServerEvents {
  subscribed(answer: FollowJobsAnswer): void
  job(message: JobMessage): void
  /** The server is shutting down; reconnect after `ms`. */
  retry_after(message: { readonly ms: number }): void
}
