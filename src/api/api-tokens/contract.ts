import { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { apiTokenDays, apiTokenScopes, defaultApiTokenDays } from '../../rules/api-tokens.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { codeIfOn } from '../two-step/contract.ts'

/** A token as its owner sees it after its creation. */
const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scope: z.enum(apiTokenScopes),
  expired: z.boolean(),
  created_at: time,
  expires_at: time,
  last_used_at: time.nullable(),
  /** IP address of the last use. */
  last_used_address: z.string().nullable(),
})

const name = oneLineText(shortText(limits.apiToken.name))
  .transform((text) => text.trim())
  .refine((text) => text !== '', messages.form.required)

/** Days until a token expires, in JSON or as a form value. */
const days = nonNegativeInt.refine(
  (number) => apiTokenDays.some((one) => one === number),
  accountMessages.apiToken.days,
)

/** Routes for the signed-in user's API tokens. */
export const apiTokensContracts = {
  list: contract({
    method: 'GET',
    path: '/api/v1/api_tokens',
    summary: 'Lists the signed-in user’s API tokens, newest first, without their secret.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'read',
    output: z.object({ results: z.array(apiToken), total: z.number(), page: z.number(), per_page: z.number() }),
  }),
  create: contract({
    method: 'POST',
    path: '/api/v1/api_tokens',
    summary:
      'Creates an API token. Its secret is in this answer only. Requires the current password and, with two-step sign-in, a code.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    body: z.object({
      api_token: z.object({
        name,
        scope: z.enum(apiTokenScopes, accountMessages.apiToken.scope),
        expires_in_days: days.default(defaultApiTokenDays),
        current_password: z.string().min(1, messages.form.required),
        code: codeIfOn,
      }),
    }),
    output: apiToken.extend({
      /** The secret: sent once, stored as hash. */
      token: z.string(),
    }),
    status: 201,
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: '/api/v1/api_tokens/:id',
    summary: 'Deletes an API token: calls with it are refused at once.',
    permission: 'own:sessions',
    tokens: 'never',
    rate: 'write',
    params: z.object({ id: nonNegativeInt }),
    output: 'empty',
  }),
}
