import type { Selectable } from 'kysely'
import type { CollaboratorRole, DeckRole } from '../../rules/permissions.ts'
import type { DeckUsersTable } from '../../server/db/collaboration-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { deleteMailsAbout } from '../../server/mail/delete-mails.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import { readId } from '../read-id.ts'

export type DeckUserRow = Selectable<DeckUsersTable>

/** A person of a deck: the owner, who has no row in the table, or a collaborator. */
export interface DeckPerson {
  readonly role: DeckRole
  readonly active: boolean
  /** Null while an invitation waits to be accepted. */
  readonly user: Pick<UserRow, 'id' | 'username' | 'name' | 'email' | 'picture_key'> | null
  /** The row of a collaborator; null for the owner. */
  readonly row: DeckUserRow | null
  readonly lastSeenAt: Date | null
  readonly createdAt: Date
}

type OfDeck = Pick<LoadedDeck, 'deck' | 'owner'>

/** The owner of a deck as one of its people. */
function ownerAsPerson({ deck, owner }: OfDeck): DeckPerson {
  return {
    ...{ role: 'owner', active: true, user: owner, row: null },
    ...{ lastSeenAt: deck.owner_seen_at, createdAt: deck.created_at },
  }
}

/** The rows of a deck with their accounts. A row of the owner would be left over, and is ignored. */
function rowsWithUsers(db: Db, { deck }: OfDeck) {
  return db
    .selectFrom('deck_users')
    .leftJoin('users', 'users.id', 'deck_users.user_id')
    .selectAll('deck_users')
    .select(['users.username', 'users.name', 'users.email as user_email', 'users.picture_key'])
    .where('deck_users.deck_id', '=', deck.id)
    .where((where) =>
      where.or([where('deck_users.user_id', 'is', null), where('deck_users.user_id', '<>', deck.user_id)]),
    )
    .orderBy('deck_users.id')
}

type Joined = Awaited<ReturnType<ReturnType<typeof rowsWithUsers>['execute']>>[number]

function asPerson({ username, name, user_email, picture_key, ...row }: Joined): DeckPerson {
  const user =
    row.user_id === null || username === null || user_email === null
      ? null
      : { id: row.user_id, username, name, email: user_email, picture_key }
  return { role: row.role, active: row.active, user, row, lastSeenAt: row.last_seen_at, createdAt: row.created_at }
}

/** All people of a deck: the owner, then the collaborators and invited people in the order of their invitations. */
export async function peopleOfDeck(db: Db, of: OfDeck): Promise<DeckPerson[]> {
  const rows = await rowsWithUsers(db, of).execute()
  return [ownerAsPerson(of), ...rows.map(asPerson)]
}

/** A person of a deck by the id in paths: of the user, or `invited-` and the id of the row; undefined if there is none. */
export async function personOfDeck(db: Db, of: OfDeck, id: string): Promise<DeckPerson | undefined> {
  const userId = readId(id)
  if (userId === of.deck.user_id) return ownerAsPerson(of)
  const rowId = readId(id.replace(/^invited-/, ''))
  if (rowId === null) return undefined
  const found = await rowsWithUsers(db, of)
    .where((where) =>
      userId === null
        ? where.and([where('deck_users.id', '=', rowId), where('deck_users.user_id', 'is', null)])
        : where('deck_users.user_id', '=', userId),
    )
    .executeTakeFirst()
  return found && asPerson(found)
}

/** The row of a user, or of an address whose invitation waits. */
export async function rowOf(
  db: Db,
  deckId: number,
  who: { readonly userId: number } | { readonly email: string },
): Promise<DeckUserRow | undefined> {
  const query = db.selectFrom('deck_users').selectAll().where('deck_id', '=', deckId)
  const found =
    'userId' in who
      ? query.where('user_id', '=', who.userId)
      : query.where('user_id', 'is', null).where('email', '=', who.email)
  return found.executeTakeFirst()
}

/**
 * The number of a deck's editors and of all its people, invited ones included, without the owner and the row `except`.
 */
export async function countPeople(
  db: Db,
  deck: Pick<DeckRow, 'id' | 'user_id'>,
  except = 0,
): Promise<{ readonly editors: number; readonly people: number }> {
  const rows = await db
    .selectFrom('deck_users')
    .select(['id', 'user_id', 'role'])
    .where('deck_id', '=', deck.id)
    .execute()
  const others = rows.filter(({ id, user_id }) => id !== except && user_id !== deck.user_id)
  return { editors: others.filter(({ role }) => role !== 'viewer').length, people: others.length }
}

/** Adds a person. With `userId` the person is a collaborator at once, else an address that is invited. */
export async function insertPerson(
  db: Db,
  person: {
    readonly deckId: number
    readonly userId: number | null
    readonly email: string | null
    readonly role: CollaboratorRole
    readonly invitedBy: number
    readonly now: Date
  },
): Promise<DeckUserRow> {
  return db
    .insertInto('deck_users')
    .values({
      ...{ deck_id: person.deckId, user_id: person.userId, email: person.email, role: person.role },
      ...{ active: person.userId !== null, status: 'disconnected', invited_by: person.invitedBy },
      ...{ created_at: person.now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a person's row. */
export async function updatePerson(
  db: Db,
  id: number,
  changes: Partial<Pick<DeckUserRow, 'role' | 'user_id' | 'email' | 'active' | 'invited_by'>>,
): Promise<void> {
  await db.updateTable('deck_users').set(changes).where('id', '=', id).execute()
}

/** Deletes people, with their invitations, whose mails name the deck and the inviter. */
export async function deletePeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await endInvitationsOf(db, ids)
  await db.deleteFrom('deck_users').where('id', 'in', ids).execute()
}

/** Ends the invitations of people, so that their links stop working. */
export async function endInvitationsOf(db: Db, ids: readonly number[]): Promise<void> {
  const ended = await db.deleteFrom('invitations').where('deck_user_id', 'in', ids).returning('id').execute()
  await deleteMailsAbout(
    db,
    ended.map(({ id }) => `invitation:${id}` as const),
  )
}

/** Records that a user has seen the deck. */
export async function recordSeen(
  db: Db,
  deck: Pick<DeckRow, 'id' | 'user_id'>,
  userId: number,
  now: Date,
): Promise<void> {
  if (deck.user_id === userId) {
    await db.updateTable('decks').set({ owner_seen_at: now }).where('id', '=', deck.id).execute()
    return
  }
  await db
    .updateTable('deck_users')
    .set({ last_seen_at: now })
    .where('deck_id', '=', deck.id)
    .where('user_id', '=', userId)
    .execute()
}
