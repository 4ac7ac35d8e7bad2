import { type Kysely, sql, type Transaction } from 'kysely'
import { listMediaOfDeck } from '../api/decks/deck-media.ts'
import { indexDeck } from '../api/search/index-deck.ts'
import { trashEnds } from '../rules/trash.ts'
import { migrate, migrationNames } from '../server/db/migrate.ts'
import type { Database } from '../server/db/open-database.ts'
import type { Schema } from '../server/db/schema.ts'
import { typeOfKey } from '../server/files/file-types.ts'
import type { Files } from '../server/services.ts'
import { BackupError } from './frames.ts'
import { readBackup } from './read-backup.ts'
import { backupTables, type Manifest } from './tables.ts'

/** Target of a restore. */
export interface RestoreTarget {
  readonly database: Database
  readonly files: Files
}

// biome-ignore lint/suspicious/noExplicitAny: the tables' names come from the backup, and are checked against the list
type AnyTable = Kysely<any>

function checkKnown(manifest: Manifest): void {
  const unknown = manifest.migrations.find((name) => !migrationNames.includes(name))
  if (unknown) throw new BackupError(`This backup is of a newer Lectern (${unknown}); upgrade first`)
}

/** Existing data must be neither lost nor mixed with the backup's. */
async function checkEmpty({ database, files }: RestoreTarget, manifest: Manifest): Promise<void> {
  for (const { name } of backupTables) {
    const row = await (database.read as AnyTable)
      .selectFrom(name)
      .selectAll()
      .limit(1)
      .executeTakeFirst()
      .catch(() => undefined)
    if (row) throw new BackupError(`The database is not empty: there are ${name} in it. Restore into a new one.`)
  }
  const expected = new Set(manifest.files.map(({ key }) => key))
  for await (const key of files.list()) {
    if (!expected.has(key)) throw new BackupError(`The store is not empty: ${key} is in it. Restore into a new one.`)
  }
}

async function insertRows(trx: Transaction<Schema>, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const { atOnce = 100 } = backupTables.find(({ name }) => name === table) ?? {}
  for (let start = 0; start < rows.length; start += atOnce) {
    await (trx as AnyTable)
      .insertInto(table)
      .values(rows.slice(start, start + atOnce))
      .execute()
  }
}

/** New ids continue after the highest id ever used: a deleted object's URL never leads to a new one. */
async function setSequences(trx: Transaction<Schema>, kind: Database['kind'], manifest: Manifest): Promise<void> {
  for (const [table, last] of Object.entries(manifest.sequences)) {
    if (last === 0) continue
    if (kind === 'postgres') {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(trx)
      continue
    }
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(trx)
  }
}

/** Decks whose trash retention ended after the backup get a new one: they may be the reason for the restore. */
async function keepTrash({ read, write }: Database, now: Date): Promise<void> {
  const trashed = await read
    .selectFrom('decks')
    .select(['id', 'trashed_at'])
    .where('trashed_at', 'is not', null)
    .execute()
  for (const { id, trashed_at } of trashed) {
    if (trashed_at === null || trashEnds(trashed_at) > now.getTime()) continue
    await write.updateTable('decks').set({ trashed_at: now }).where('id', '=', id).execute()
  }
}

async function indexAll(database: Database): Promise<void> {
  const decks = await database.read.selectFrom('decks').select('id').orderBy('id').execute()
  for (const { id } of decks) {
    await database.transaction(async (trx) => {
      await indexDeck(trx, database.kind, id)
      await listMediaOfDeck(trx, id)
    })
  }
}

/**
 * Restores a backup into an empty database and store. Verifies every byte first, migrates the database to the backup's
 * version, fills it in one transaction, and migrates it to the current version. Throws BackupError, without any
 * changes, if the backup is damaged or newer than this program, or if the target is not empty.
 */
export async function restoreBackup(path: string, target: RestoreTarget, passphrase: string | null): Promise<Manifest> {
  const { database, files } = target
  const manifest = await readBackup(path, passphrase)
  checkKnown(manifest)
  await checkEmpty(target, manifest)
  await migrate(database, manifest.migrations.at(-1))
  const keysOf = Map.groupBy(manifest.files, ({ sha256 }) => sha256)
  await database.withoutTimeouts((db) =>
    db.transaction().execute(async (trx) => {
      await readBackup(path, passphrase, {
        rows: (table, rows) => insertRows(trx, table, rows),
        file: async (sha256, bytes) => {
          for (const { key } of keysOf.get(sha256) ?? []) await files.put(key, bytes, typeOfKey(key))
        },
      })
      await setSequences(trx, database.kind, manifest)
    }),
  )
  await migrate(database)
  await keepTrash(database, new Date())
  await indexAll(database)
  return manifest
}
