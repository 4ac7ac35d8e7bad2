import { z } from 'zod'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'

const currentPassword = z.string().min(1, messages.form.required).max(2_000)
/** A code of the app, or a recovery code. */
const code = z.string().min(1, messages.form.required).max(100)
/** The same where it is needed only with two-step sign-in. */
export const codeIfOn = z.string().max(100).optional()

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Routes for the second step of signing in: an authenticator app with recovery codes. */
export const twoStepContracts = {
  read: contract({
    method: 'GET',
    path: '/api/v1/users/two_step',
    summary: 'Returns whether signing in needs a second step, and how many recovery codes are left.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'read',
    output: z.object({ enabled_at: time.nullable(), recovery_codes_left: z.number() }),
  }),
  begin: contract({
    method: 'POST',
    path: '/api/v1/users/two_step',
    summary: 'Begins the setup of an authenticator app: returns its secret. It counts once a code confirms it.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ two_step: z.object({ current_password: currentPassword }) }),
    output: z.object({
      /** The secret in base32, to type. */
      secret: z.string(),
      /** The same as an otpauth: address, for a QR code. */
      url: z.string(),
    }),
    transaction: 'own',
  }),
  confirm: contract({
    method: 'PUT',
    path: '/api/v1/users/two_step',
    summary: 'Confirms the authenticator app with a code: the second step is on. Returns the recovery codes, once.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ two_step: z.object({ code }) }),
    output: recoveryCodes,
    transaction: 'own',
  }),
  renewCodes: contract({
    method: 'POST',
    path: '/api/v1/users/two_step/recovery_codes',
    summary: 'Makes new recovery codes; the earlier ones end. Requires password and code.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ two_step: z.object({ current_password: currentPassword, code }) }),
    output: recoveryCodes,
    transaction: 'own',
  }),
  disable: contract({
    method: 'DELETE',
    path: '/api/v1/users/two_step',
    summary: 'Switches the second step off. Requires password and code.',
    permission: 'own:account',
    tokens: 'never',
    rate: 'write',
    body: z.object({ two_step: z.object({ current_password: currentPassword, code }) }),
    output: 'empty',
    transaction: 'own',
  }),
}
