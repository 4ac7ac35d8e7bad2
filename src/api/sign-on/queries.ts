import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import type {
  SignOnStatesTable,
  TeamDomainsTable,
  TeamIdentityTable,
  UserIdentitiesTable,
} from '../../server/db/sign-on-tables.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'

export type TeamIdentityRow = Selectable<TeamIdentityTable>
export type TeamDomainRow = Selectable<TeamDomainsTable>
export type UserIdentityRow = Selectable<UserIdentitiesTable>
export type SignOnStateRow = Selectable<SignOnStatesTable>

/** The provider of a team; undefined without one. */
export async function teamIdentity(db: Db, teamId: number): Promise<TeamIdentityRow | undefined> {
  return db.selectFrom('team_identity').selectAll().where('team_id', '=', teamId).executeTakeFirst()
}

/** Sets the provider of a team. */
export async function saveTeamIdentity(db: Db, row: Insertable<TeamIdentityTable>): Promise<void> {
  const { team_id: _team, created_at: _created, ...changes } = row
  await db
    .insertInto('team_identity')
    .values(row)
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(changes))
    .execute()
}

/** Removes the provider of a team, and the sign-ons begun at it. */
export async function deleteTeamIdentity(db: Db, teamId: number): Promise<void> {
  await db.deleteFrom('sign_on_states').where('team_id', '=', teamId).execute()
  await db.deleteFrom('team_identity').where('team_id', '=', teamId).execute()
}

/** The domains of a team, in the order in which they were added. */
export async function teamDomains(db: Db, teamId: number): Promise<TeamDomainRow[]> {
  return db.selectFrom('team_domains').selectAll().where('team_id', '=', teamId).orderBy('id').execute()
}

/** A domain of a team; undefined if it has no such one. */
export async function teamDomain(db: Db, teamId: number, domain: string): Promise<TeamDomainRow | undefined> {
  return db
    .selectFrom('team_domains')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

/** Adds a domain to a team; no effect if it has it. */
export async function insertDomain(db: Db, row: Insertable<TeamDomainsTable>): Promise<void> {
  await db
    .insertInto('team_domains')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks a domain as proven. False if another team has proven it. */
export async function proveDomain(db: Db, id: number, now: Date): Promise<boolean> {
  try {
    const proof = { proven_at: now, mail_code_hash: null }
    await db.updateTable('team_domains').set(proof).where('id', '=', id).where('proven_at', 'is', null).execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The team that has proven a domain; undefined without one. */
export async function provenBy(db: Db, domain: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('team_domains')
    .select('team_id')
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return row?.team_id
}

/** The identities of a user, oldest first. */
export async function identitiesOf(db: Db, userId: number): Promise<UserIdentityRow[]> {
  return db.selectFrom('user_identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** The identity with this issuer and subject; undefined without one. */
export async function findIdentity(
  db: Db,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<UserIdentityRow | undefined> {
  return db
    .selectFrom('user_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Links an identity to an account. False if it was linked to one meanwhile. */
export async function insertIdentity(db: Db, row: Insertable<UserIdentitiesTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('user_identities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Stores a begun sign-on. */
export async function insertState(db: Db, row: Insertable<SignOnStatesTable>): Promise<void> {
  await db.insertInto('sign_on_states').values(row).execute()
}

/** Deletes and returns a begun sign-on, so that it is completed once. Undefined if there is none. */
export async function consumeState(db: Db, stateHash: string): Promise<SignOnStateRow | undefined> {
  return db.deleteFrom('sign_on_states').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
}

/** Ends the sessions on some hosts of a team's members, except owners and sessions that its provider began. */
export async function endSessionsWithoutSignOn(db: Db, teamId: number, hosts: readonly string[]): Promise<void> {
  const members = db
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '<>', 'owner')
  await db
    .deleteFrom('sessions')
    .where('host', 'in', hosts)
    .where('user_id', 'in', members)
    .where((where) => where.or([where('sign_on_team_id', 'is', null), where('sign_on_team_id', '<>', teamId)]))
    .execute()
}
