import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, oneLineText, shortText, time } from '../inputs.ts'
import { pageOutput, pageQuery } from '../paging.ts'

/** A link that shows a deck to anyone who has it; this is its JSON for users who may manage it. */
const accessToken = z.object({
  id: z.number(),
  deck_id: z.number(),
  name: z.string(),
  token: z.string(),
  /** null: the link has no password. */
  password: z.string().nullable(),
  /** Number of views through this link. */
  deck_view_count: z.number(),
  created_at: time,
})

const name = oneLineText(shortText(limits.token.name))
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text !== '', messages.sharing.linkNameMissing)
/** Empty or null: no password. */
const password = shortText(limits.token.password).nullable()
const ofDeck = z.object({ id: z.string() })
const ofToken = z.object({ id: z.string(), token_id: nonNegativeInt })
const base = '/api/v1/decks/:id/access_tokens'

/** Routes for the access links of a deck. */
export const accessTokensContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary: 'Lists the access links of a deck with their passwords, oldest first. For its owner and admins.',
    permission: 'deck:list-tokens',
    rate: 'read',
    params: ofDeck,
    query: z.object(pageQuery(limits.token.count)),
    output: z.object(pageOutput(accessToken)),
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary: "Creates an access link. The name defaults to 'Link 1', 'Link 2' and so on.",
    permission: 'deck:create-token',
    rate: 'write',
    params: ofDeck,
    body: z.object({
      access_token: z.object({ name: name.optional(), password: password.optional() }).default({}),
    }),
    output: accessToken,
    status: 201,
    transaction: 'own',
  }),
  change: contract({
    method: 'PUT',
    path: `${base}/:token_id`,
    summary:
      'Changes the name or password of an access link. Missing fields are unchanged; an empty password removes it.',
    permission: 'deck:change-token',
    rate: 'write',
    params: ofToken,
    body: z.object({ access_token: z.object({ name: name.optional(), password: password.optional() }) }),
    output: accessToken,
    transaction: 'own',
  }),
  remove: contract({
    method: 'DELETE',
    path: `${base}/:token_id`,
    summary: 'Deletes an access link. Access through it ends at the next request.',
    permission: 'deck:delete-token',
    rate: 'write',
    params: ofToken,
    output: 'empty',
  }),
  unlock: contract({
    method: 'PUT',
    path: '/access_tokens/:token',
    summary: 'Unlocks an access link with its password: this browser can open the deck for twelve hours.',
    permission: 'public',
    tokens: 'never',
    rate: 'read',
    params: z.object({ token: z.string() }),
    body: z.object({ access_token: z.object({ password: z.string().max(limits.account.passwordBytes) }) }),
    output: 'empty',
    transaction: 'own',
  }),
}
