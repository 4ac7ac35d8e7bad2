import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { codeIfOn } from '../two-step/contract.ts'
import { ownUser } from '../users/contract.ts'

/** A passkey as its owner sees it. */
const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
})

const name = oneLineText(shortText(limits.passkey.name))
  .transform((text) => text.trim())
  .refine((text) => text !== '', messages.form.required)

/** What the browser's WebAuthn call returns, as JSON; @simplewebauthn/server checks it. */
const credential = z.object({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).optional(),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})

/** Options for the browser's WebAuthn call, as JSON. */
const options = z.looseObject({ challenge: z.string() })

const id = z.object({ id: nonNegativeInt })

/** Routes for passkeys. They are made and used on the app's host; team hosts get their session by transfer. */
export const passkeysContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/passkeys',
    summary: 'Lists the signed-in user’s passkeys.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'read',
    output: z.object({ results: z.array(passkey), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
  begin: contract({
    method: 'POST',
    path: '/api/v1/passkeys/options',
    summary:
      'Begins the creation of a passkey: returns the options for the browser. Requires the current password and, with two-step sign-in, a code.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    body: z.object({
      passkey: z.object({ current_password: z.string().min(1, messages.form.required).max(2_000), code: codeIfOn }),
    }),
    output: options,
    transaction: 'own',
  }),
  create: contract({
    method: 'POST',
    path: '/api/v1/passkeys',
    summary: 'Stores a passkey that the browser has created.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    body: z.object({ passkey: z.object({ name, credential }) }),
    output: passkey,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: '/api/v1/passkeys/:id',
    summary: 'Renames a passkey.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    params: id,
    body: z.object({ passkey: z.object({ name }) }),
    output: passkey,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/api/v1/passkeys/:id',
    summary: 'Removes a passkey: it no longer signs in.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    params: id,
    output: 'empty',
  }),
  signInOptions: contract({
    method: 'POST',
    path: '/users/sign_in/passkey_options',
    summary: 'Begins signing in with a passkey: returns the options for the browser.',
    permission: 'public',
    tokens: 'never',
    rate: 'lookup',
    output: options,
  }),
  signIn: contract({
    method: 'POST',
    path: '/users/sign_in/passkey',
    summary: 'Signs in with a passkey, which counts as both steps.',
    permission: 'public',
    tokens: 'never',
    rate: 'sign-in',
    body: z.object({ user: z.object({ credential }) }),
    output: ownUser,
    transaction: 'own',
  }),
}

/** A credential as the browser sends it. */
export type SentCredential = z.output<typeof credential>
