import type { Selectable, Updateable } from 'kysely'
import type { TeamsTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { lockOwner, type Owner } from '../owner.ts'

export type TeamRow = Selectable<TeamsTable>

const byId = prepared((db, id: number) => db.selectFrom('teams').selectAll().where('id', '=', id))

/** Finds a team by id. Null if the id is null or there is no such team. */
export async function teamById(db: Db, id: number | null): Promise<TeamRow | null> {
  return id === null ? null : ((await byId(db, id))[0] ?? null)
}

export async function teamsByIds(db: Db, ids: readonly number[]): Promise<TeamRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('teams').selectAll().where('id', 'in', ids).execute()
}

/**
 * Reads a team and locks it until the transaction ends, so that concurrent changes of its settings and members see each
 * other. A change of a member also locks the user, always after the team.
 */
export async function lockTeam(db: Db, kind: 'sqlite' | 'postgres', owner: Owner): Promise<TeamRow> {
  if (!('team' in owner)) throw new Error('the owner is not a team')
  await lockOwner(db, kind, owner)
  return db.selectFrom('teams').selectAll().where('id', '=', owner.team).executeTakeFirstOrThrow()
}

/** Inserts a team on the free plan. Null if its slug was taken meanwhile. */
export async function insertTeam(
  db: Db,
  team: Pick<TeamRow, 'name' | 'slug' | 'account_billing_period'>,
  now: Date,
): Promise<TeamRow | null> {
  const inserted = await db
    .insertInto('teams')
    .values({ ...team, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Updates columns of a team and returns the new row. */
export async function updateTeam(db: Db, id: number, changes: Updateable<TeamsTable>): Promise<TeamRow> {
  return db.updateTable('teams').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
