import type { Selectable } from 'kysely'
import type { AuthenticatorsTable } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type AuthenticatorRow = Selectable<AuthenticatorsTable>

/** A user's authenticator app, confirmed or not. */
export async function authenticatorOf(db: Db, userId: number): Promise<AuthenticatorRow | undefined> {
  return db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whether signing in needs a second step. */
export async function hasSecondStep(db: Db, userId: number): Promise<boolean> {
  const row = await authenticatorOf(db, userId)
  return row !== undefined && row.confirmed_at !== null
}

/** Stores an app that is not confirmed yet, in place of an earlier such one. False if one is confirmed. */
export async function beginAuthenticator(
  db: Db,
  row: Pick<AuthenticatorRow, 'user_id' | 'secret_sealed' | 'created_at'>,
): Promise<boolean> {
  await db.deleteFrom('authenticators').where('user_id', '=', row.user_id).where('confirmed_at', 'is', null).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('authenticators')
    .values({ ...row, last_counter: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Marks an app as confirmed. False if it was already. */
export async function confirmAuthenticator(db: Db, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records an accepted code. False if it or a later one was accepted before: of two uses at once, one succeeds. */
export async function acceptCounter(db: Db, userId: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ last_counter: counter })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_counter', 'is', null), where('last_counter', '<', counter)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes a user's app and recovery codes. */
export async function deleteSecondStep(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('authenticators').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  { hashes, now }: { readonly hashes: readonly string[]; readonly now: Date },
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId, created_at: now })))
    .execute()
}

/** Deletes a used recovery code. False if there was none. */
export async function consumeRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The number of a user's unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes apps that were never confirmed. */
export async function deleteUnconfirmed(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('authenticators').where('confirmed_at', 'is', null).where('created_at', '<', before).execute()
}
