import { randomBytes } from 'node:crypto'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import type { Keys } from '../../server/services.ts'
import { type AccessTokenRow, hashToken } from './link-queries.ts'

/** Random bytes in a token. */
const tokenBytes = 24

/** A stored password: hashed for verification, encrypted for display to the owner. */
export interface StoredPassword {
  readonly hash: string
  readonly sealed: string
}

/** Makes a token: 24 random bytes as base64url. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Decrypts token and password of a link, for users who may manage it. */
export function secretsOf(keys: Keys, row: AccessTokenRow): { token: string; password: string | null } {
  return {
    token: keys.decrypt('access-token', row.token_sealed),
    password: row.password_sealed === null ? null : keys.decrypt('access-token-password', row.password_sealed),
  }
}

/** One page of a deck's links, oldest first. */
export async function listTokens(db: Db, deckId: number, page: Page) {
  const all = db.selectFrom('access_tokens').where('deck_id', '=', deckId)
  return readPage(all, all.selectAll().orderBy('id'), page)
}

/** The names of a deck's links. */
export async function namesOfTokens(db: Db, deckId: number): Promise<string[]> {
  const rows = await db.selectFrom('access_tokens').select('name').where('deck_id', '=', deckId).execute()
  return rows.map((row) => row.name)
}

/** Finds a link of this deck. Null if there is none, or it belongs to another deck. */
export async function findToken(db: Db, deckId: number, id: number): Promise<AccessTokenRow | null> {
  const row = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('deck_id', '=', deckId)
    .executeTakeFirst()
  return row ?? null
}

/** Adds a link with a new token to a deck. */
export async function insertToken(
  db: Db,
  keys: Keys,
  link: { deckId: number; name: string; password: StoredPassword | null; now: Date },
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

/** Changes a link of this deck. `password`: undefined keeps it, null removes it. Null if the link no longer exists. */
export async function updateToken(
  db: Db,
  target: { deckId: number; id: number },
  changes: { name?: string; password?: StoredPassword | null; now: Date },
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
    .where('id', '=', target.id)
    .where('deck_id', '=', target.deckId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Removes a link of this deck. Returns false if there was none. */
export async function deleteToken(db: Db, deckId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('deck_id', '=', deckId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Re-encrypts and re-hashes a batch of access links that were stored under an earlier key of the instance. Until then,
 * lookups do not find their tokens. Links whose key is lost are left unchanged.
 * Returns the value of `after` for the next batch; null at the end.
 */
export async function reencryptTokens(db: Db, keys: Keys, after: number, batchSize: number): Promise<number | null> {
  const [present = ''] = keys.encrypt('access-token', '').split('.')
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '>', after)
    .where('token_sealed', 'not like', `${present}.%`)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  for (const row of rows) {
    const encrypted = reencrypted(keys, row)
    if (encrypted === null) continue
    const same = db.updateTable('access_tokens').set(encrypted).where('id', '=', row.id)
    // A password that was changed during this job is already encrypted with the present key.
    await same.where('password_version', '=', row.password_version).execute()
  }
  return rows.at(-1)?.id ?? null
}

function reencrypted(keys: Keys, row: AccessTokenRow) {
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
