import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import type { AccessTokensTable } from '../../server/db/schema.ts'
import type { Keys, Services } from '../../server/services.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import type { LinkGrant, LoadedDeck } from '../decks/load-deck.ts'
import { isUnlocked } from './unlock-cookie.ts'

export type AccessTokenRow = Selectable<AccessTokensTable>

/** 24 bytes as base64url. Other values are rejected without a query. */
const tokenForm = /^[\w-]{32}$/

/** The hash by which a token is looked up. Without the instance's key, neither can be computed from the other. */
export function hashToken(keys: Pick<Keys, 'hash'>, token: string): string {
  return keys.hash('access-token', token)
}

/** Finds the link of a token. Null if there is none, or its deck is in the trash or suspended. */
export async function findByToken(db: Db, keys: Pick<Keys, 'hash'>, token: unknown): Promise<AccessTokenRow | null> {
  if (typeof token !== 'string' || !tokenForm.test(token)) return null
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('decks', 'decks.id', 'access_tokens.deck_id')
    .selectAll('access_tokens')
    .where('access_tokens.token_hash', '=', hashToken(keys, token))
    .where(isActiveDeck)
    .executeTakeFirst()
  return row ?? null
}

/** Finds the link of a token, like findByToken. */
export type FindLink = (token: unknown) => Promise<AccessTokenRow | null>

/**
 * The access that a token grants to a deck. Null if no link of this deck has the token, or the deck is in the trash or
 * suspended. A link with a password is locked unless the request has its unlock cookie.
 * Checked on every request, so that a removed link stops working at once. Only the request's headers are read, so a
 * socket's handshake works too. `find` replaces the lookup, for callers that coalesce it.
 */
export async function linkFor(
  services: Pick<Services, 'database' | 'keys' | 'settings' | 'now'>,
  request: Pick<FastifyRequest, 'headers'>,
  deckId: number,
  token: unknown,
  find: FindLink = (wanted) => findByToken(services.database.read, services.keys, wanted),
): Promise<LinkGrant | null> {
  const row = await find(token)
  if (!row || row.deck_id !== deckId) return null
  const open = row.password_hash === null || isUnlocked(services, request, row)
  const state = open ? 'open' : 'locked'
  return { tokenId: row.id, token: String(token), state, passwordVersion: row.password_version }
}

/** The parts of a request that determine its access link. */
export type AccessTokenRequest = Pick<FastifyRequest, 'headers' | 'query'>

/** Adds the access link from the query parameter `token` to a loaded deck. */
export async function withLink(
  services: Pick<Services, 'database' | 'keys' | 'settings' | 'now'>,
  request: AccessTokenRequest,
  loaded: LoadedDeck,
): Promise<LoadedDeck> {
  const { token } = request.query as { token?: unknown }
  if (token === undefined) return loaded
  return { ...loaded, link: await linkFor(services, request, loaded.deck.id, token) }
}
