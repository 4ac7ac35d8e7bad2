import type { MembershipState } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { DeckRow } from '../decks/queries.ts'
import { wordsOf } from '../search/words.ts'
import type { MembershipRow } from '../teams/memberships.ts'

/** A member with the columns of their account that the team sees. */
export type MemberRow = Pick<UserRow, 'id' | 'username' | 'name' | 'email' | 'picture_key'> &
  Pick<MembershipRow, 'role' | 'state' | 'created_at' | 'deactivated_at'>

function members(db: Db, teamId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.username', 'users.name', 'users.email', 'users.picture_key'])
    .select(['memberships.role', 'memberships.state', 'memberships.created_at', 'memberships.deactivated_at'])
    .where('memberships.team_id', '=', teamId)
}

/** A member of a team; undefined for others. */
export async function memberById(db: Db, teamId: number, userId: number): Promise<MemberRow | undefined> {
  return members(db, teamId).where('users.id', '=', userId).executeTakeFirst()
}

/** Which members a list has. */
export interface MemberFilter {
  /** All words must begin a word of name, username or e-mail; '' for all members. */
  readonly term: string
  readonly state?: MembershipState | undefined
  /** Without members whose account an operator suspended. */
  readonly usable?: boolean
}

/** One for all comparisons: localeCompare looks its rules up with each call. */
const byName = new Intl.Collator('en')

/**
 * The members of a team by name. They are compared and sorted here, since the databases fold case and accents
 * differently.
 */
export async function findMembers(db: Db, teamId: number, { term, state, usable }: MemberFilter): Promise<MemberRow[]> {
  const rows = await members(db, teamId)
    .$if(state !== undefined, (query) => query.where('memberships.state', '=', state ?? 'active'))
    .$if(usable === true, (query) => query.where('users.active', '=', true))
    .execute()
  const wanted = wordsOf(term)
  if (wanted.length === 0 && term.trim() !== '') return []
  const matches = ({ name, username, email }: MemberRow) => {
    const words = wordsOf(`${name ?? ''} ${username} ${email}`)
    return wanted.every((word) => words.some((one) => one.startsWith(word)))
  }
  const found = wanted.length === 0 ? rows : rows.filter(matches)
  const keyed = found.map((row) => ({ row, key: wordsOf(row.name ?? row.username).join(' ') }))
  return keyed.sort((a, b) => byName.compare(a.key, b.key) || a.row.id - b.row.id).map(({ row }) => row)
}

/** The numbers of a team's active members, each of which is a seat, and of the owners who can act for it. */
export async function activeMembers(db: Db, teamId: number): Promise<{ active: number; owners: number }> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((e) => ['memberships.role', 'users.active', e.fn.countAll<number>().as('count')])
    .where('memberships.team_id', '=', teamId)
    .where('memberships.state', '=', 'active')
    .groupBy(['memberships.role', 'users.active'])
    .execute()
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0)
  return { active: sum(rows), owners: sum(rows.filter(({ role, active }) => role === 'owner' && active)) }
}

/** How many decks of the team each of these users owns, without those in the trash. */
export async function deckCounts(db: Db, teamId: number, userIds: readonly number[]): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('decks')
    .select((e) => ['user_id', e.fn.countAll<number>().as('count')])
    .where('team_id', '=', teamId)
    .where('user_id', 'in', userIds)
    .where('trashed_at', 'is', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.count)]))
}

/** The decks of the team that a user owns, those in the trash included. */
export async function teamDecksOf(
  db: Db,
  teamId: number,
  userId: number,
): Promise<Pick<DeckRow, 'id' | 'trashed_at'>[]> {
  return db
    .selectFrom('decks')
    .select(['id', 'trashed_at'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}
