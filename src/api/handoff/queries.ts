import type { Selectable } from 'kysely'
import type { HandoffCodesTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { SessionRow } from '../../server/http/session.ts'

export type HandoffCode = Selectable<HandoffCodesTable>

/** Keeps a code by its hash. */
export async function insertCode(db: Db, code: HandoffCode): Promise<void> {
  await db.insertInto('handoff_codes').values(code).execute()
}

/** Takes a code out of the database: it works once, whatever comes of it. Undefined when there is none. */
export async function takeCode(db: Db, codeHash: string): Promise<HandoffCode | undefined> {
  return db.deleteFrom('handoff_codes').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()
}

/** The living session with this hash. */
export async function livingSession(db: Db, idHash: string, now: Date): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Whether an active person belongs to the team with this slug. */
export async function isMember(db: Db, userId: number, slug: string): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.active', '=', true)
    .where('teams.slug', '=', slug)
    .executeTakeFirst()
  return member !== undefined
}

/** Ends the session that a family has on a host, before it gets a new one there. */
export async function endFamilyOnHost(db: Db, family: string, host: string): Promise<void> {
  await db.deleteFrom('sessions').where('family', '=', family).where('host', '=', host).execute()
}

/** Deletes codes that ended. */
export async function forgetEndedCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('handoff_codes').where('expires_at', '<=', now).execute()
}
