import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, type Db, openDatabase } from './open-database.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-permissions-'))
  database = openDatabase(join(folder, 'a.sqlite'))
  await sql`create table users (id integer primary key, active boolean)`.execute(database.write)
  await sql`create table decks (id integer primary key, version integer, visibility text)`.execute(database.write)
  await sql`insert into users values (1, 1)`.execute(database.write)
  await sql`insert into decks values (1, 1, 'all')`.execute(database.write)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const saveContent = (db: Db) => db.updateTable('decks').set({ version: 2 }).where('id', '=', 1).execute()
const hide = (db: Db) => db.updateTable('decks').set({ visibility: 'self' }).where('id', '=', 1).execute()
const version = () => database.permissionVersion()!

test('it stays while decks are read and their contents saved', async () => {
  const before = version()
  await database.read.selectFrom('users').select('id').execute()
  await saveContent(database.write)
  await database.transaction(saveContent)
  expect(version()).toBe(before)
})

test('it is another one after a write outside a transaction, and after one inside', async () => {
  const before = version()
  await hide(database.write)
  const after = version()
  expect(after).not.toBe(before)
  await database.transaction(hide)
  expect(version()).not.toBe(after)
})

test('what is read while a transaction is open is not taken for what it commits', async () => {
  let inside = 0
  await database.transaction(async (trx) => {
    await hide(trx)
    inside = version()
    // As others read it now: the deck is not hidden yet.
    const row = await database.read.selectFrom('decks').select('visibility').executeTakeFirst()
    expect(row?.visibility).toBe('all')
    await saveContent(trx)
    expect(version()).toBe(inside)
  })
  expect(version()).not.toBe(inside)
})

test('a save of contents that is committed together with another write counts as one', async () => {
  const before = version()
  await Promise.all([database.transaction(saveContent), database.transaction(hide), database.transaction(saveContent)])
  expect(version()).not.toBe(before)
})

test('it is another one after a commit of another process', () => {
  const before = version()
  const { raw } = openSqlite(join(folder, 'a.sqlite'))
  raw.exec('update users set active = 0')
  raw.close()
  expect(version()).not.toBe(before)
})
