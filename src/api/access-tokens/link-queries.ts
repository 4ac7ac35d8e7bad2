import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import type { AccessTokensTable } from '../../server/db/schema.ts'
import type { Keys, Services } from '../../server/services.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import type { LinkGrant, LoadedDeck } from '../decks/load-deck.ts'
import { isUnlocked } from './unlock-cookie.ts'

export type AccessTokenRow = Selectable<AccessTokensTable>

/** 24 bytes as base64url; nothing else is looked up. */
const tokenForm = /^[\w-]{32}$/

/** What a token is looked up by: without the instance's key nobody can make one from the other. */
export function hashToken(keys: Pick<Keys, 'hash'>, token: string): string {
  return keys.hash('access-token', token)
}

/** The link of a token; null when there is none, or its deck is in the trash or suspended. */
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

/** Finds the link of a token: null when there is none, or its deck is in the trash or suspended. */
export type FindLink = (token: unknown) => Promise<AccessTokenRow | null>

/**
 * What a token gives on a deck to the browser of a request (its unlock cookies count): null when it is no link of this
 * deck or the deck is in the trash or suspended. Asked anew at every request, so that what was removed is over. Of the request only
 * the headers are read: those of a socket's handshake will do. `find`: how the link is read; by itself when missing.
 */
export async function linkFor(
  services: Pick<Services, 'database' | 'keys' | 'settings' | 'now'>,
  request: Pick<FastifyRequest, 'headers'>,
  deckId: number,
  token: unknown,
  find: FindLink = (asked) => findByToken(services.database.read, services.keys, asked),
): Promise<LinkGrant | null> {
  const row = await find(token)
  if (!row || row.deck_id !== deckId) return null
  const open = row.password_hash === null || isUnlocked(services, request, row)
  const state = open ? 'open' : 'locked'
  return { tokenId: row.id, token: String(token), state, passwordVersion: row.password_version }
}

/** A loaded deck together with the access link of the request: that of its query parameter `token`. */
export async function withLink(
  services: Pick<Services, 'database' | 'keys' | 'settings' | 'now'>,
  request: Pick<FastifyRequest, 'headers' | 'query'>,
  loaded: LoadedDeck,
): Promise<LoadedDeck> {
  const { token } = request.query as { token?: unknown }
  if (token === undefined) return loaded
  return { ...loaded, link: await linkFor(services, request, loaded.deck.id, token) }
}
