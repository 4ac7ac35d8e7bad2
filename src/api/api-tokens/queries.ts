import type { Insertable, Selectable } from 'kysely'
import type { ApiTokensTable } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type ApiTokenRow = Selectable<ApiTokensTable>

/** The unexpired token with this hash. */
export async function activeToken(db: Db, tokenHash: string, now: Date): Promise<ApiTokenRow | undefined> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** A user's tokens, newest first, expired ones included. */
export async function tokensOf(db: Db, userId: number): Promise<ApiTokenRow[]> {
  return db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function insertToken(db: Db, row: Insertable<ApiTokensTable>): Promise<ApiTokenRow> {
  return db.insertInto('api_tokens').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Records when and from where a token was used. */
export async function noteUse(db: Db, id: number, address: string, now: Date): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: now, last_used_address: address })
    .where('id', '=', id)
    .execute()
}

/** Deletes one of a user's tokens. False if there was none. */
export async function deleteToken(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes all tokens of a user. Returns how many there were. */
export async function deleteTokensOf(db: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
