import type { Db } from '../../server/db/open-database.ts'
import type { SessionRow } from '../../server/http/session.ts'

/**
 * The active sessions of a user, last used first; of each sign-in only the last used. Omits sessions that expired
 * before `now` or are unused since `idleSince`.
 */
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

/** Ends one sign-in of a user on all hosts. False if there was none. */
export async function endFamily(db: Db, userId: number, family: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('family', '=', family)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends the sessions of a user on some hosts. */
export async function endSessionsOn(db: Db, userId: number, hosts: readonly string[]): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('host', 'in', hosts).execute()
}

/** Deletes ended sessions. `now` and `idleSince` as for sessionsOf. */
export async function deleteEndedSessions(db: Db, now: Date, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', idleSince)]))
    .execute()
}

/** Deletes audit rows older than `before`. */
export async function deleteOldAudit(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute()
}
