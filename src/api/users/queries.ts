import { type Insertable, PostgresAdapter, sql, type Updateable } from 'kysely'
import { isReservedName } from '../../rules/reserved-names.ts'
import { defaultUserSettings } from '../../rules/speaker.ts'
import type { UsersTable } from '../../server/db/account-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import { isUniqueViolation } from '../../server/db/unique-violation.ts'
import type { UserRow } from '../../server/http/session.ts'
import { leaveThreads } from '../comments/queries.ts'
import type { DeckRow } from '../decks/queries.ts'
import { exportFilesOf } from '../exports/queries.ts'
import { importKeysOf } from '../imports/queries.ts'
import { mediaKeys } from '../media/media-keys.ts'
import { fontKeysOf } from '../own-fonts/queries.ts'
import { readId } from '../read-id.ts'

/** Finds a user by an id in a URL; undefined if there is none. */
export async function userById(db: Db, id: string): Promise<UserRow | undefined> {
  const number = readId(id)
  if (number === null) return undefined
  return db.selectFrom('users').selectAll().where('id', '=', number).executeTakeFirst()
}

/** Finds a user by username, ignoring case. */
export async function userByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username', '=', username.toLowerCase()).executeTakeFirst()
}

/** Finds a user by email address, ignoring case. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email.trim().toLowerCase()).executeTakeFirst()
}

/** Finds a user by email address or username. */
export async function userByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const wanted = login.trim().toLowerCase()
  if (wanted.includes('@')) return userByEmail(db, wanted)
  return db.selectFrom('users').selectAll().where('username', '=', wanted).executeTakeFirst()
}

/** Whether a username is used or reserved. */
export async function isUsernameTaken(db: Db, username: string, exceptUserId = 0): Promise<boolean> {
  const wanted = username.trim().toLowerCase()
  if (isReservedName(wanted)) return true
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', wanted)
    .where('id', '<>', exceptUserId)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of the unique names other users have. */
export async function takenNames(
  db: Db,
  names: { readonly username?: string | undefined; readonly email?: string | undefined },
  exceptUserId = 0,
): Promise<('username' | 'email')[]> {
  const taken: ('username' | 'email')[] = []
  if (names.username !== undefined && (await isUsernameTaken(db, names.username, exceptUserId))) taken.push('username')
  const owner = names.email === undefined ? undefined : await userByEmail(db, names.email)
  if (owner && owner.id !== exceptUserId) taken.push('email')
  return taken
}

/** The fields of a new account. */
export interface NewAccount {
  readonly username: string
  readonly name: string | null
  readonly email: string
  readonly passwordHash: string
  /** Whether the account is an operator's. Default: no. */
  readonly operator?: boolean
  /** Whether the address is known to be the user's. Default: no. */
  readonly emailVerified?: boolean
}

/** Marks the settings of seeded example accounts, which no user signed up for. */
export const seededMark = { seeded: true } as const

/**
 * Whether no accounts except seeded ones exist. If so, blocks other sign-ups until the transaction ends. Otherwise two
 * concurrent first users would both become operator.
 */
export async function isFirstAccount(db: Db): Promise<boolean> {
  const signedUp = db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`cast(settings as text)`, 'not like', '%"seeded"%')
    .limit(1)
  const nobody = async () => (await signedUp.executeTakeFirst()) === undefined
  if (!(await nobody())) return false
  // SQLite has one writer at a time and no table locks.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`lock table users in share row exclusive mode`.execute(db)
  }
  return nobody()
}

/** Inserts an account on the free plan. Runs in a transaction. Null if username or email was taken meanwhile. */
export async function insertUser(db: Db, account: NewAccount, now: Date): Promise<UserRow | null> {
  const row: Insertable<UsersTable> = {
    username: account.username,
    name: account.name,
    email: account.email,
    email_verified_at: account.emailVerified ? now : null,
    password_hash: account.passwordHash,
    settings: JSON.stringify(defaultUserSettings),
    operator: account.operator ?? false,
    password_changed_at: now,
    created_at: now,
    updated_at: now,
  }
  const inserted = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Updates an account. Null if the new username or email was taken meanwhile. */
export async function updateUser(db: Db, id: number, changes: Updateable<UsersTable>): Promise<UserRow | null> {
  try {
    return await db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** Records that a user has shown to read the mails of their address. */
export async function verifyEmail(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The keys of all files of an account: the user's picture, deck thumbnails, media, fonts and files to import. */
export async function filesOf(db: Db, user: UserRow): Promise<string[]> {
  const media = await db
    .selectFrom('media')
    .select(['key', 'content_type', 'renditions'])
    .where('user_id', '=', user.id)
    .execute()
  const decks = await db
    .selectFrom('decks')
    .select('thumbnail_key')
    .where('user_id', '=', user.id)
    .where('thumbnail_key', 'is not', null)
    .execute()
  const fonts = await fontKeysOf(db, { user: user.id })
  const imports = await importKeysOf(db, user.id)
  const exported = await exportFilesOf(db, { user: user.id })
  const pictures = [user.picture_key, ...decks.map((row) => row.thumbnail_key)]
  const keys = [...pictures, ...media.flatMap(mediaKeys), ...fonts, ...imports, ...exported]
  return [...new Set(keys)].filter((key) => key !== null)
}

/** All decks of a user, including the trash, oldest first. */
export async function decksOf(db: Db, userId: number): Promise<DeckRow[]> {
  return db.selectFrom('decks').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/**
 * Removes a user from other users' decks: their likes no longer count, no deck has the user as its active editor, and
 * replies to the user's comments stay threads.
 */
export async function leaveOthersDecks(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('decks')
    .set((column) => ({ kudos_count: column('kudos_count', '-', 1) }))
    .where('kudos_count', '>', 0)
    .where('id', 'in', db.selectFrom('kudos').select('deck_id').where('user_id', '=', userId))
    .execute()
  await db.updateTable('decks').set({ editor_user_id: null }).where('editor_user_id', '=', userId).execute()
  await leaveThreads(db, userId)
}

/** Deletes an account; sessions, decks, media, likes and memberships are deleted by cascade. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

/** Ends all reset links of a user. */
export async function endPasswordResets(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
