import type { Db } from '../server/db/open-database.ts'

/**
 * The owner of a resource: one user or one team, by id. A row names its owner in `user_id` or `team_id`; exactly one of
 * them is set.
 */
export type Owner = { readonly user: number } | { readonly team: number }

/** The owner columns of a row. */
export function ownerColumns(owner: Owner): { user_id: number | null; team_id: number | null } {
  return 'user' in owner ? { user_id: owner.user, team_id: null } : { user_id: null, team_id: owner.team }
}

/** The condition on an owner's rows, as the arguments of `where`. */
export function ownedBy(owner: Owner): ['user_id' | 'team_id', '=', number] {
  return 'user' in owner ? ['user_id', '=', owner.user] : ['team_id', '=', owner.team]
}

/** Serializes concurrent writes to an owner's resources until the transaction ends. */
export async function lockOwner(db: Db, kind: 'sqlite' | 'postgres', owner: Owner): Promise<void> {
  const row = 'user' in owner ? rowOf(db, 'users', owner.user) : rowOf(db, 'teams', owner.team)
  // SQLite has one writer at a time and no row locks.
  await row.$if(kind === 'postgres', (query) => query.forUpdate()).execute()
}

function rowOf(db: Db, table: 'users' | 'teams', id: number) {
  return db.selectFrom(table).select('id').where('id', '=', id)
}
