import type { Insertable, Selectable } from 'kysely'
import type { ChallengeKind, SignInChallengesTable } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'

export type ChallengeRow = Selectable<SignInChallengesTable>

/** Stores a challenge by its hash. */
export async function insertChallenge(db: Db, row: Insertable<SignInChallengesTable>): Promise<void> {
  await db.insertInto('sign_in_challenges').values(row).execute()
}

/** The unexpired challenge with this hash. */
export async function findChallenge(
  db: Db,
  idHash: string,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | undefined> {
  return db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes and returns a challenge, so that it works once. Undefined if there is none, or it has expired. */
export async function consumeChallenge(
  db: Db,
  idHash: string,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('id_hash', '=', idHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
  return row && row.expires_at > now ? row : undefined
}

/** Counts a wrong answer; deletes the challenge after `max`. */
export async function countTry(db: Db, idHash: string, max: number): Promise<void> {
  await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', idHash)
    .execute()
  await db.deleteFrom('sign_in_challenges').where('id_hash', '=', idHash).where('tries', '>=', max).execute()
}

/** Ends all challenges of a user. */
export async function endChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}
