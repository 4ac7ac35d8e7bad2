import { randomBytes } from 'node:crypto'
import type { Db } from '../../server/db/open-database.ts'
import type { Keys } from '../../server/services.ts'
import { type AccessTokenRow, hashToken } from './link-queries.ts'

/** Bytes of chance in a token. */
const tokenBytes = 24

/** A password as it is kept: hashed for checking, sealed for its owner's form. */
export interface KeptPassword {
  readonly hash: string
  readonly sealed: string
}

/** A fresh token: 24 random bytes as base64url. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The token and the password of a link, for those who may manage it. */
export function secretsOf(keys: Keys, row: AccessTokenRow): { token: string; password: string | null } {
  return {
    token: keys.decrypt('access-token', row.token_sealed),
    password: row.password_sealed === null ? null : keys.decrypt('access-token-password', row.password_sealed),
  }
}

/** One page of a deck's links, the oldest first. `page` from 1. */
export async function listTokens(db: Db, deckId: number, page: number, perPage: number) {
  const query = db.selectFrom('access_tokens').where('deck_id', '=', deckId)
  const rows = await query
    .selectAll()
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The names of a deck's links. */
export async function namesOfTokens(db: Db, deckId: number): Promise<string[]> {
  const rows = await db.selectFrom('access_tokens').select('name').where('deck_id', '=', deckId).execute()
  return rows.map((row) => row.name)
}

/** A link of this deck; null when there is none, or it belongs to another deck. */
export async function findToken(db: Db, deckId: number, id: number): Promise<AccessTokenRow | null> {
  const row = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('deck_id', '=', deckId)
    .executeTakeFirst()
  return row ?? null
}

/** Adds a link with a token of its own to a deck. */
export async function insertToken(
  db: Db,
  keys: Keys,
  link: { deckId: number; name: string; password: KeptPassword | null; now: Date },
): Promise<AccessTokenRow> {
  const token = newToken()
  return db
    .insertInto('access_tokens')
    .values({
      deck_id: link.deckId,
      name: link.name,
      token_hash: hashToken(keys, token),
      token_sealed: keys.encrypt('access-token', token),
      password_hash: link.password?.hash ?? null,
      password_sealed: link.password?.sealed ?? null,
      created_at: link.now,
      updated_at: link.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a link of this deck; `password` missing: stays, null: none any more. Null when the link is gone by now. */
export async function updateToken(
  db: Db,
  place: { deckId: number; id: number },
  changes: { name?: string; password?: KeptPassword | null; now: Date },
): Promise<AccessTokenRow | null> {
  const { name, password, now } = changes
  const row = await db
    .updateTable('access_tokens')
    .set((e) => ({
      ...(name === undefined ? {} : { name }),
      ...(password === undefined
        ? {}
        : {
            password_hash: password?.hash ?? null,
            password_sealed: password?.sealed ?? null,
            password_version: e('password_version', '+', 1),
          }),
      updated_at: now,
    }))
    .where('id', '=', place.id)
    .where('deck_id', '=', place.deckId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Removes a link of this deck. Whether there was one. */
export async function deleteToken(db: Db, deckId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('deck_id', '=', deckId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Seals and hashes some links anew that were kept under a key the instance has changed since: until then their tokens
 * are not found. Links of a key that is lost stay as they are. Answers the id to go on `after`; null at the end.
 */
export async function sealAgain(db: Db, keys: Keys, after: number, atOnce: number): Promise<number | null> {
  const [present = ''] = keys.encrypt('access-token', '').split('.')
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '>', after)
    .where('token_sealed', 'not like', `${present}.%`)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const row of rows) {
    const fresh = sealedAnew(keys, row)
    if (fresh === null) continue
    const same = db.updateTable('access_tokens').set(fresh).where('id', '=', row.id)
    // Whoever changed the password meanwhile has sealed it with the present key.
    await same.where('password_version', '=', row.password_version).execute()
  }
  return rows.at(-1)?.id ?? null
}

function sealedAnew(keys: Keys, row: AccessTokenRow) {
  try {
    const { token, password } = secretsOf(keys, row)
    return {
      token_hash: hashToken(keys, token),
      token_sealed: keys.encrypt('access-token', token),
      password_sealed: password === null ? null : keys.encrypt('access-token-password', password),
    }
  } catch {
    return null
  }
}
