import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { oneLineText, shortText, time, whole } from '../inputs.ts'

/** A link that lets whoever has it see a deck, as those see it who may manage it. */
export const accessToken = z.object({
  id: z.number(),
  deck_id: z.number(),
  name: z.string(),
  token: z.string(),
  /** Null: the link asks for none. */
  password: z.string().nullable(),
  /** Views through this link. */
  deck_view_count: z.number(),
  created_at: time,
})

const name = oneLineText(shortText(limits.token.name))
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text !== '', messages.sharing.linkNameMissing)
/** Empty or null: no password. */
const password = shortText(limits.token.password).nullable()
const ofDeck = z.object({ id: z.string() })
const ofToken = z.object({ id: z.string(), token_id: whole })
const base = '/api/v1/decks/:id/access_tokens'

/** The calls about the access links of a deck. */
export const accessTokensContracts = {
  list: contract({
    method: 'GET',
    path: base,
    summary: 'The access links of a deck with their passwords, the oldest first. For its owner and admins.',
    permission: 'deck:list-tokens',
    rate: 'read',
    params: ofDeck,
    query: z.object({ page: whole.default(1), per_page: whole.default(limits.token.count) }),
    output: z.object({
      results: z.array(accessToken),
      total: z.number(),
      page: z.number(),
      per_page: z.number(),
    }),
  }),
  create: contract({
    method: 'POST',
    path: base,
    summary: "Makes an access link. Without a name it is called 'Link 1', 'Link 2' and so on.",
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
    summary: 'Changes the name or the password of an access link; what is missing stays, an empty password is none.',
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
    summary: 'Removes an access link: what it opened is closed at the next request.',
    permission: 'deck:delete-token',
    rate: 'write',
    params: ofToken,
    output: 'empty',
  }),
  unlock: contract({
    method: 'PUT',
    path: '/access_tokens/:token',
    summary: 'Gives the password of an access link; afterwards this browser sees the deck for twelve hours.',
    permission: 'public',
    rate: 'read',
    params: z.object({ token: z.string() }),
    body: z.object({ access_token: z.object({ password: z.string().max(limits.account.passwordBytes) }) }),
    output: 'empty',
    transaction: 'own',
  }),
}
