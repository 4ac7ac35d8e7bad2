import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './lock-data-dir.ts'
import { type Database, openDatabase } from './open-database.ts'

let folder: string
let umask: number
beforeEach(() => {
  // The most permissive umask.
  umask = process.umask(0)
  folder = mkdtempSync(join(tmpdir(), 'lectern-private-'))
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

/** A program that prints whether it finds a database locked. */
const lockProgram = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(process.argv[1], { timeout: 10 })
try {
  database.exec('begin exclusive')
  console.log('free')
} catch {
  console.log('locked')
}`

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const write = ({ write }: Database) => sql`create table if not exists notes (text text)`.execute(write)

test('only the server’s account can read the database, its log and the lock file', async () => {
  const path = join(folder, 'data', 'lectern.sqlite')
  const database = openDatabase(path)
  await write(database)
  const release = lockDataDir(join(folder, 'data'))
  const names = ['lectern.sqlite', 'lectern.sqlite-wal', 'lectern.sqlite-shm', 'in-use.sqlite']
  const modes = names.map((name) => [name, modeOf(join(folder, 'data', name))])
  release()
  await database.close()
  expect(modes).toEqual(names.map((name) => [name, '600']))
  expect(modeOf(join(folder, 'data'))).toBe('700')
})

test('a database that an earlier version left readable to others becomes private', async () => {
  const path = join(folder, 'lectern.sqlite')
  const earlier = openDatabase(path)
  await write(earlier)
  const names = ['', '-wal', '-shm'].map((ending) => `${path}${ending}`)
  for (const name of names) chmodSync(name, 0o644)
  const database = openDatabase(path)
  await write(database)
  const modes = names.map(modeOf)
  await database.close()
  await earlier.close()
  expect(modes).toEqual(['600', '600', '600'])
})

test('the lock on a data folder holds when the same process requests it again', () => {
  const release = lockDataDir(folder)
  expect(() => lockDataDir(folder, 10)).toThrow('Another process is using')
  const path = join(folder, 'in-use.sqlite')
  const other = spawnSync(process.execPath, ['-e', lockProgram, path], { encoding: 'utf8' })
  release()
  expect(other.stdout.trim(), other.stderr).toBe('locked')
})
