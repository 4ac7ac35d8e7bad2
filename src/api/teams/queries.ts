import type { Selectable } from 'kysely'
import type { TeamsTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'

export type TeamRow = Selectable<TeamsTable>

const byId = prepared((db, id: number) => db.selectFrom('teams').selectAll().where('id', '=', id))

/** Finds a team by id. Null if the id is null or there is no such team. */
export async function teamById(db: Db, id: number | null): Promise<TeamRow | null> {
  return id === null ? null : ((await byId(db, id))[0] ?? null)
}
