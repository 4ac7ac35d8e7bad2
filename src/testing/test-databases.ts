import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import { migrate } from '../server/db/migrate.ts'
import { type Database, openDatabase } from '../server/db/open-database.ts'
import { memoryFolder } from './memory-folder.ts'

/** A fresh, migrated, empty database of a kind; call `remove` after its last connection is closed. */
export interface TestDatabase {
  /** As in DATABASE_URL. */
  readonly address: string
  remove(): Promise<void>
}

const template = 'lectern_template'
/** Key of the advisory lock under which one test file of a run creates the template. Any constant would do. */
const templateLock = 7_041

let serverAddress: Promise<string> | undefined

function postgresAddress(): Promise<string> {
  serverAddress ??= askAddress()
  return serverAddress
}

async function askAddress(): Promise<string> {
  const answer = await fetch(inject('postgresDoor'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

function withDatabase(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the template if it is missing. Returns how databases are created from it. */
async function ensureTemplate(client: Client, address: string): Promise<string> {
  await client.query('select pg_advisory_lock($1)', [templateLock])
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    // Renamed when complete, so that a failed migration leaves no template.
    const draft = `${template}_draft_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${draft}`)
    const database = openDatabase(withDatabase(address, draft))
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    await client.query(`alter database ${draft} rename to ${template}`)
  }
  await client.query('select pg_advisory_unlock($1)', [templateLock])
  // The files are in memory: copying them is faster than logging each page. Before Postgres 15 there was no other way.
  const { rows } = await client.query("select current_setting('server_version_num')::int as version")
  return `template ${template}${rows[0].version >= 150_000 ? ' strategy file_copy' : ''}`
}

let templateReady: Promise<string> | undefined

/** A database on the run's Postgres server. */
async function postgresTestDatabase(): Promise<TestDatabase> {
  const address = await postgresAddress()
  templateReady ??= onServer(address, (client) => ensureTemplate(client, address))
  return createPostgres(address, await templateReady)
}

async function createPostgres(address: string, options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(address, (client) => client.query(`create database ${name} ${options}`))
  return {
    address: withDatabase(address, name),
    remove: async () => {
      await onServer(address, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

let migratedFile: Promise<Uint8Array> | undefined

/** Migrated once in this process; its bytes are the start of each database. */
async function makeMigratedFile(): Promise<Uint8Array> {
  const folder = memoryFolder('lectern-template-')
  try {
    const database = openDatabase(join(folder, 'live.sqlite'))
    await migrate(database)
    const whole = join(folder, 'whole.sqlite')
    await sql`vacuum into ${whole}`.execute(database.write)
    await database.close()
    return readFileSync(whole)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A SQLite file in a temporary folder of its own. */
async function sqliteTestDatabase(): Promise<TestDatabase> {
  migratedFile ??= makeMigratedFile()
  const database = newSqlite()
  writeFileSync(database.address, await migratedFile)
  return database
}

function newSqlite(): TestDatabase {
  const folder = memoryFolder('lectern-test-')
  const address = join(folder, 'lectern.sqlite')
  return { address, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** A fresh database of either kind without tables, for tests of migrations. */
export async function bareTestDatabase(kind: Database['kind']): Promise<TestDatabase> {
  return kind === 'postgres' ? createPostgres(await postgresAddress(), '') : newSqlite()
}

/** A fresh database of either kind. */
export function testDatabase(kind: Database['kind']): Promise<TestDatabase> {
  return kind === 'postgres' ? postgresTestDatabase() : sqliteTestDatabase()
}
