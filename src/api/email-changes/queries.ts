import type { Selectable } from 'kysely'
import type { EmailChangesTable } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type EmailChangeRow = Selectable<EmailChangesTable>

/** A user's change that waits for its confirmation. Changes whose link has expired do not count. */
export async function emailChangeOf(db: Db, userId: number, now: Date): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The change with this token's hash, of an active user, whose link has not expired. */
export async function changeByToken(db: Db, tokenHash: string, now: Date): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .selectAll('email_changes')
    .where('email_changes.token_hash', '=', tokenHash)
    .where('email_changes.expires_at', '>', now)
    .where('users.active', '=', true)
    .executeTakeFirst()
}

/** Stores a change in place of the user's earlier one, whose link ends. */
export async function replaceEmailChange(db: Db, change: EmailChangeRow): Promise<void> {
  const { user_id, ...changed } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}

/** Deletes a user's change. With a hash: only the one with this token. False if there was none. */
export async function deleteEmailChange(db: Db, userId: number, tokenHash?: string): Promise<boolean> {
  let query = db.deleteFrom('email_changes').where('user_id', '=', userId)
  if (tokenHash !== undefined) query = query.where('token_hash', '=', tokenHash)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
