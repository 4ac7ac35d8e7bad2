import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { secondStepNeeded } from '../sessions/contract.ts'
import { email, newPassword, ownUser } from '../users/contract.ts'

const resetToken = z.string().min(1, messages.session.resetInvalid).max(200, messages.session.resetInvalid)

/** Routes for password resets. */
export const passwordResetsContracts = {
  requestReset: contract({
    method: 'POST',
    path: '/users/password',
    summary: 'Mails a password reset link if an account has this address. The answer is the same for every address.',
    permission: 'public',
    tokens: 'never',
    rate: 'reset',
    body: z.object({ user: z.object({ email }) }),
    output: z.object({ message: z.string() }),
    transaction: 'own',
  }),
  check: contract({
    method: 'GET',
    path: '/users/password',
    summary: 'Checks a password reset link: 204 if it is valid, 422 if not.',
    permission: 'public',
    tokens: 'never',
    rate: 'lookup',
    query: z.object({ reset_password_token: resetToken }),
    output: 'empty',
  }),
  set: contract({
    method: 'PUT',
    path: '/users/password',
    summary:
      'Sets a new password with the token of a reset link, ends all other sessions, deletes all API tokens, and signs in. A second step stays: the code follows.',
    permission: 'public',
    tokens: 'never',
    rate: 'write',
    body: z.object({
      user: z.object({
        reset_password_token: resetToken,
        password: newPassword,
      }),
    }),
    output: z.union([ownUser, secondStepNeeded]),
    transaction: 'own',
  }),
}
