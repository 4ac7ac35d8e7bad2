import type { Insertable, Selectable } from 'kysely'
import type { PasskeysTable } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** A user's passkeys, newest first. */
export async function passkeysOf(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** The passkey with this credential id. */
export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Inserts a passkey. Null if an account has it already. */
export async function insertPasskey(db: Db, row: Insertable<PasskeysTable>): Promise<PasskeyRow | null> {
  try {
    return await db.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** Renames one of a user's passkeys. Undefined if there is none. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { readonly userId: number; readonly id: number; readonly name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Records a use. False if the passkey was used meanwhile, or is gone: of two equal signatures one counts. */
export async function noteUse(db: Db, row: PasskeyRow, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes one of a user's passkeys. Undefined if there was none. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<PasskeyRow | undefined> {
  return db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()
}
