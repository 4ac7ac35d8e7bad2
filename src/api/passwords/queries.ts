import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'

/** Keeps a link for a new password by the hash of its token. */
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

/** The person a link was made for, while it is good. */
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

/** Uses a link up. False when somebody else has just done so. */
export async function useReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes links that ended. */
export async function forgetEndedResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
