import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import type {
  DeckSyncsTable,
  FileStorageAccountsTable,
  FileStorageStatesTable,
} from '../../server/db/file-storage-tables.ts'
import type { Database, Db } from '../../server/db/open-database.ts'
import type { Schema } from '../../server/db/schema.ts'

export type StorageAccountRow = Selectable<FileStorageAccountsTable>
export type StorageStateRow = Selectable<FileStorageStatesTable>
export type SyncRow = Selectable<DeckSyncsTable>
/** A sync with the version that its deck has now. */
export type SyncOfDeck = SyncRow & { readonly deck_version: number }

/** The account that a user has connected; undefined without one. */
export async function storageAccountOf(db: Db, userId: number): Promise<StorageAccountRow | undefined> {
  return db.selectFrom('file_storage_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Sets the account of a user. */
export async function saveAccount(db: Db, row: Insertable<FileStorageAccountsTable>): Promise<void> {
  const { user_id: _user, ...changes } = row
  await db
    .insertInto('file_storage_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute()
}

/** Changes the account of a user, if it still has this token. */
export async function updateAccount(
  db: Db,
  { user_id: userId, token_sealed: token }: StorageAccountRow,
  changes: Updateable<FileStorageAccountsTable>,
): Promise<void> {
  await db
    .updateTable('file_storage_accounts')
    .set(changes)
    .where('user_id', '=', userId)
    .where('token_sealed', '=', token)
    .execute()
}

/** Deletes the account of a user with its syncs; returns it. The exports of the syncs must be gone. */
export async function deleteAccountOf(db: Db, userId: number): Promise<StorageAccountRow | undefined> {
  await db.deleteFrom('deck_syncs').where('user_id', '=', userId).execute()
  await db.deleteFrom('file_storage_states').where('user_id', '=', userId).execute()
  return db.deleteFrom('file_storage_accounts').where('user_id', '=', userId).returningAll().executeTakeFirst()
}

/** Stores a begun authorization. */
export async function insertState(db: Db, row: Insertable<FileStorageStatesTable>): Promise<void> {
  await db.insertInto('file_storage_states').values(row).execute()
}

/** Takes a begun authorization, once; undefined if there is none. */
export async function consumeState(db: Db, stateHash: string): Promise<StorageStateRow | undefined> {
  return db.deleteFrom('file_storage_states').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
}

function syncsWithDecks(db: Db) {
  return db
    .selectFrom('deck_syncs')
    .innerJoin('decks', 'decks.id', 'deck_syncs.deck_id')
    .selectAll('deck_syncs')
    .select('decks.version as deck_version')
}

/** A user's sync of a deck; undefined if it is not synced. */
export async function syncOf(db: Db, deckId: number, userId: number): Promise<SyncOfDeck | undefined> {
  return syncsWithDecks(db)
    .where('deck_syncs.deck_id', '=', deckId)
    .where('deck_syncs.user_id', '=', userId)
    .executeTakeFirst()
}

/** All syncs of a user, oldest first. */
export async function syncsOf(db: Db, userId: number): Promise<SyncOfDeck[]> {
  return syncsWithDecks(db).where('deck_syncs.user_id', '=', userId).orderBy('deck_syncs.id').execute()
}

/** A sync by its id, locked; undefined if it has ended. */
export async function lockSync(db: Db, kind: Database['kind'], id: number): Promise<SyncRow | undefined> {
  return db
    .selectFrom('deck_syncs')
    .selectAll()
    .where('id', '=', id)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Adds a sync; no effect if there is one. */
export async function insertSync(
  db: Db,
  row: Pick<Insertable<DeckSyncsTable>, 'deck_id' | 'user_id' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('deck_syncs')
    .values({ ...row, step: 'idle', version: 0 })
    .onConflict((conflict) => conflict.columns(['deck_id', 'user_id']).doNothing())
    .execute()
}

/** Changes a sync; false if it has ended. */
export async function updateSync(db: Db, id: number, changes: Updateable<DeckSyncsTable>): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('deck_syncs').set(changes).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a sync. Its exports must be gone. */
export async function deleteSync(db: Db, id: number): Promise<void> {
  await db.deleteFrom('deck_syncs').where('id', '=', id).execute()
}

/** Uploads everything again: after another account was connected. */
export async function forgetUploads(db: Db, userId: number): Promise<void> {
  const nothing = { version: 0, pdf_path: null, zip_path: null, synced_at: null }
  await db.updateTable('deck_syncs').set(nothing).where('user_id', '=', userId).execute()
}

/** Lets a user's failed syncs be tried again at once. */
export async function forgetProblems(db: Db, userId: number): Promise<void> {
  const none = { problem: null, attempts: 0, retry_at: null }
  await db.updateTable('deck_syncs').set(none).where('user_id', '=', userId).execute()
}

type DueTables = 'deck_syncs' | 'decks' | 'file_storage_accounts'

/** Whether a deck has changed and then rested, or has waited long enough. */
function isDue(where: ExpressionBuilder<Schema, DueTables>, now: Date) {
  const before = (age: number) => new Date(now.getTime() - age)
  return where.and([
    where(sql.ref('decks.version'), '<>', sql.ref('deck_syncs.version')),
    where.or([where('deck_syncs.retry_at', 'is', null), where('deck_syncs.retry_at', '<=', now)]),
    where.or([
      where('decks.updated_at', '<=', before(timings.syncQuiet)),
      where('deck_syncs.synced_at', '<=', before(timings.syncMost)),
    ]),
  ])
}

/** Ids of idle syncs whose decks have changed. Those that wait longest are first; one user has a few at most. */
export async function dueSyncs(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('deck_syncs')
    .innerJoin('decks', 'decks.id', 'deck_syncs.deck_id')
    .innerJoin('file_storage_accounts', 'file_storage_accounts.user_id', 'deck_syncs.user_id')
    .select(['deck_syncs.id', 'deck_syncs.user_id'])
    .where('deck_syncs.step', '=', 'idle')
    .where('file_storage_accounts.token_sealed', 'is not', null)
    .where('decks.trashed_at', 'is', null)
    .where('decks.suspended_at', 'is', null)
    .where((where) => isDue(where, now))
    .orderBy('decks.updated_at')
    .orderBy('deck_syncs.id')
    .execute()
  const perUser = new Map<number, number>()
  const chosen = rows.filter(({ user_id: user }) => {
    const count = (perUser.get(user) ?? 0) + 1
    perUser.set(user, count)
    return count <= mostPerUser
  })
  return chosen.slice(0, limits.sync.perCheck).map(({ id }) => id)
}

/** Syncs of one user that one check begins: others have their turn meanwhile. */
const mostPerUser = 4

/** The users with syncs whose files are made or uploaded and may continue now. */
export async function usersAtWork(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('deck_syncs')
    .select('user_id')
    .distinct()
    .where('step', '<>', 'idle')
    .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', now)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The syncs of a user whose files are made or uploaded, those that wait longest first. */
export async function openSyncs(db: Db, userId: number): Promise<SyncRow[]> {
  return db
    .selectFrom('deck_syncs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('step', '<>', 'idle')
    .orderBy(sql`coalesce(retry_at, created_at)`)
    .orderBy('id')
    .execute()
}

/** The account and the syncs, for the account's export: without the token. */
export async function exportedStorage(db: Db, userId: number) {
  const account = await db
    .selectFrom('file_storage_accounts')
    .select(['service', 'account_id', 'email', 'name', 'connected_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const syncs = await db
    .selectFrom('deck_syncs')
    .select(['deck_id', 'version', 'pdf_path', 'zip_path', 'synced_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { account: account ?? null, syncs }
}
