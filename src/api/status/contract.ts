import { z } from 'zod'
import { contract } from '../contract.ts'

/** The call that every open page makes once a minute. */
export const statusContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/status',
    summary: 'Whether the asker is signed in, and as whom.',
    permission: 'public',
    rate: 'read',
    output: z.object({
      user_signed_in: z.boolean(),
      /** Null for visitors. A page that was opened by another person must not go on as that person. */
      user_id: z.number().nullable(),
      /** For the next changing call of this page: another session has another token. */
      csrf_token: z.string(),
    }),
  }),
}
