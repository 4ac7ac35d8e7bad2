import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'

const emailToken = z.string().min(1, accountMessages.emailChange.ended).max(200, accountMessages.emailChange.ended)

/** A new address that waits for its confirmation. */
const emailChange = z.object({ email: z.string(), created_at: time, expires_at: time })

/** Routes for a change of the e-mail address. PUT /users asks for one; the link sent to the new address confirms it. */
export const emailChangesContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/users/email_change',
    summary: 'Returns the signed-in user’s new e-mail address that waits for its confirmation; null if none does.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'read',
    output: z.object({ email_change: emailChange.nullable() }),
  }),
  resend: contract({
    method: 'POST',
    path: '/api/v1/users/email_change',
    summary:
      'Sends the mail to the new address again. The link of the earlier mail ends; the session that asked for the change remains the one that stays.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'email-change',
    output: z.object({ email_change: emailChange }),
  }),
  cancel: contract({
    method: 'DELETE',
    path: '/api/v1/users/email_change',
    summary: 'Cancels the change of the e-mail address: its link ends.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    output: 'empty',
  }),
  check: contract({
    method: 'GET',
    path: '/users/email',
    summary: 'Checks the link that confirms a new e-mail address: the address if it is valid, 422 if not.',
    permission: 'public',
    tokens: 'never',
    rate: 'lookup',
    query: z.object({ email_token: emailToken }),
    output: z.object({ email: z.string() }),
  }),
  confirm: contract({
    method: 'PUT',
    path: '/users/email',
    summary:
      'Confirms a new e-mail address with the token of its link. All sessions end except the one that asked for it.',
    permission: 'public',
    tokens: 'never',
    rate: 'write',
    body: z.object({ user: z.object({ email_token: emailToken }) }),
    output: z.object({ email: z.string() }),
  }),
}
