import type { Selectable } from 'kysely'
import type { UsersTable } from './account-tables.ts'
import type { Db } from './open-database.ts'

/** A user with the slug of their team, which determines the host of their pages; null outside teams. */
export type HostedUser = Selectable<UsersTable> & { readonly team_slug: string | null }

/** Selects users with their team's slug. Conditions must name the table: `users.id`. */
export function hostedUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('teams', 'teams.id', 'users.team_id')
    .selectAll('users')
    .select('teams.slug as team_slug')
}
