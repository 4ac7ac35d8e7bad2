import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { isQuiet } from './quiet-statements.ts'
import { type OpenSqlite, openSqlite } from './sqlite.ts'

describe('a statement leaves permissions as they are', () => {
  const quiet = [
    'select * from "users" where "id" = ?',
    'begin immediate',
    'commit',
    'savepoint one',
    'rollback to one',
    'release one',
    'insert into "deck_slides" ("deck_id", "slide_id") values (?, ?)',
    'insert into "jobs" ("kind") values (?) on conflict ("dedupe_key") do update set "payload" = "excluded"."payload"',
    'delete from "deck_revisions" where "id" = ?',
    'update "deck_slides" set "until" = ? where "deck_id" = ?',
    'update "decks" set "version" = ?, "updated_at" = ? where "id" = ?',
    'update "decks" set "view_count" = "view_count" + ? where "id" = ?',
    'update "sessions" set "last_seen_at" = ? where "id_hash" = ?',
  ]
  test.each(quiet)('%s', (statement) => expect(isQuiet(statement)).toBe(true))
})

describe('a statement may change permissions', () => {
  const loud = [
    'update "decks" set "visibility" = ? where "id" = ?',
    'update "decks" set "version" = ?, "editor_user_id" = ? where "id" = ?',
    'update "decks" set "version" = (select "visibility" from "decks"), "trashed_at" = ? where "id" = ?',
    'update "decks" set "version" = ?, trashed_at = ? where "id" = ?',
    'update "decks" set "version" = ?',
    'update decks set version = 1 where id = 2',
    'delete from "decks" where "id" = ?',
    'insert into "deck_users" ("deck_id") values (?)',
    'update "deck_users" set "role" = ? where "id" = ?',
    'update "sessions" set "expires_at" = ? where "id_hash" = ?',
    'delete from "sessions" where "id_hash" = ?',
    'with "old" as (select 1) delete from "sessions"',
    'insert or replace into "jobs" values (?)',
    'drop table "jobs"',
    'pragma foreign_keys = off',
    'something new',
  ]
  test.each(loud)('%s', (statement) => expect(isQuiet(statement)).toBe(false))
})

describe('in the schema', () => {
  let folder: string
  let raw: OpenSqlite['raw']
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-quiet-'))
    const path = join(folder, 'a.sqlite')
    const database = openDatabase(path)
    await migrate(database)
    await database.close()
    raw = openSqlite(path, { readOnly: true }).raw
  })
  afterAll(() => {
    raw.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const names = (query: string) => (raw.prepare(query).all() as { name: string }[]).map(({ name }) => name)

  test('no trigger changes other rows', () => {
    expect(names("select name from sqlite_schema where type = 'trigger'")).toEqual([])
  })

  test('rows whose deletion is quiet take no others with them but such and the list of files that slides use', () => {
    const tables = names("select name from sqlite_schema where type = 'table'")
    const quiet = tables.filter((name) => isQuiet(`delete from "${name}" where "id" = ?`))
    expect(quiet).toContain('deck_slides')
    const taken = tables.filter((name) => {
      const parents = raw.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name)
      return (parents as { name: string }[]).some((parent) => quiet.includes(parent.name))
    })
    expect(taken.filter((name) => !quiet.includes(name))).toEqual(['deck_media'])
  })
})
