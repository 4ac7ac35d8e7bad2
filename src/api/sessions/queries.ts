import type { Db } from '../../server/db/open-database.ts'
import type { SessionRow } from '../../server/http/session.ts'

/** The living sessions of a person, one for each sign-in (the one used last), the latest used first. `now` and `idleSince`: what ended before is left out. */
export async function sessionsOf(db: Db, userId: number, now: Date, idleSince: Date): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.filter((row, index) => rows.findIndex((other) => other.family === row.family) === index)
}

/** Ends one sign-in of a person on every host. Whether there was one. */
export async function endFamily(db: Db, userId: number, family: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('family', '=', family)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes sessions that ended. `now` and `idleSince` as for sessionsOf. */
export async function forgetEndedSessions(db: Db, now: Date, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', idleSince)]))
    .execute()
}

/** Deletes audit rows from before a moment. */
export async function forgetOldAudit(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute()
}
