import type { Selectable } from 'kysely'
import type { SessionTransferCodesTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { SessionRow, UserRow } from '../../server/http/session.ts'

export type SessionTransferCode = Selectable<SessionTransferCodesTable>

/** Stores a code by its hash. */
export async function insertCode(db: Db, code: SessionTransferCode): Promise<void> {
  await db.insertInto('handoff_codes').values(code).execute()
}

/** Deletes and returns a code, so that it works once. Undefined if there is none. */
export async function consumeCode(db: Db, codeHash: string): Promise<SessionTransferCode | undefined> {
  return db.deleteFrom('handoff_codes').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()
}

/** The unexpired session with this id hash. */
export async function activeSession(db: Db, idHash: string, now: Date): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The active user with this id. */
export async function activeUser(db: Db, userId: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).where('active', '=', true).executeTakeFirst()
}

/** Ends a family's session on a host, before it gets a new one. */
export async function endFamilyOnHost(db: Db, family: string, host: string): Promise<void> {
  await db.deleteFrom('sessions').where('family', '=', family).where('host', '=', host).execute()
}
