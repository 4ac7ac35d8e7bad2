import { z } from 'zod'
import { contract } from '../contract.ts'

/** What can have ended for the user of an editor's page; explained below. */
const editingEnds = ['membership', 'membership-only', 'access'] as const
export type EditingEnd = (typeof editingEnds)[number]

/** Route of the session status, which every open page polls once a minute. */
export const statusContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/status',
    summary: 'Returns whether the caller is signed in, and as which user.',
    permission: 'public',
    rate: 'read',
    query: z.object({
      /** The editing token of an editor's page. */
      editing: z.string().max(200).optional(),
    }),
    output: z.object({
      user_signed_in: z.boolean(),
      /** The user's id; null for visitors. A page that was loaded for another user must not continue. */
      user_id: z.number().nullable(),
      /** The session's CSRF token, for the page's next write. */
      csrf_token: z.string(),
      /**
       * What has ended for the user of the editing token. `membership`: of the team, and with it the access to the deck.
       * `membership-only`: of the team, and so its sessions; the user still edits the deck as a collaborator. `access`: to
       * the deck, or the deck itself.
       */
      editing_ended: z.enum(editingEnds).nullable(),
    }),
  }),
}
