import type { Db } from '../../server/db/open-database.ts'
import type { SessionRow } from '../../server/http/session.ts'

/** A sign-in: its last used session, and all of them, one for each host. */
export interface SignInRow {
  readonly last: SessionRow
  readonly all: readonly SessionRow[]
}

/**
 * The active sign-ins of a user, last used first. Omits sessions that expired before `now` or are unused since
 * `idleSince`.
 */
export async function signInsOf(db: Db, userId: number, now: Date, idleSince: Date): Promise<SignInRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
    .execute()
  const families = new Map<string, SessionRow[]>()
  for (const row of rows) families.set(row.family, [...(families.get(row.family) ?? []), row])
  return [...families.values()].map((all) => ({ last: all[0] as SessionRow, all }))
}

/** The names of teams by slug. */
export async function teamNames(db: Db, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await db.selectFrom('teams').select(['slug', 'name']).where('slug', 'in', slugs).execute()
  return new Map(rows.map(({ slug, name }) => [slug, name]))
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

/** Deletes ended sessions. `now` and `idleSince` as for signInsOf. */
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
