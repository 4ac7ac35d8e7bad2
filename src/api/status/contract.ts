import { z } from 'zod'
import { contract } from '../contract.ts'

/** Route of the session status, which every open page polls once a minute. */
export const statusContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/status',
    summary: 'Returns whether the caller is signed in, and as which user.',
    permission: 'public',
    rate: 'read',
    query: z.object({
      /** The member token of an editor's page on a team's host. */
      member: z.string().max(200).optional(),
    }),
    output: z.object({
      user_signed_in: z.boolean(),
      /** The user's id; null for visitors. A page that was loaded for another user must not continue. */
      user_id: z.number().nullable(),
      /** The session's CSRF token, for the page's next write. */
      csrf_token: z.string(),
      /** Whether the member of the token is none any more: signing in again does not help. */
      membership_ended: z.boolean(),
    }),
  }),
}
