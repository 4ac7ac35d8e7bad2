import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'

/** Stores a reset link by the hash of its token. */
export async function insertReset(
  db: Db,
  reset: { readonly tokenHash: string; readonly userId: number; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      user_id: reset.userId,
      created_at: reset.now,
      expires_at: reset.expiresAt,
    })
    .execute()
}

/** The user of a valid reset link. */
export async function userOfReset(db: Db, tokenHash: string, now: Date): Promise<UserRow | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now)
    .where('users.active', '=', true)
    .executeTakeFirst()
}

/** Deletes a used reset link. False if it was used already. */
export async function consumeReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
