import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupTables } from '../../../backup/tables.ts'
import { fillTables, readTables } from '../../../testing/fill-tables.ts'
import { bareTestDatabase, type TestDatabase } from '../../../testing/test-databases.ts'
import { migrate, migrationNames } from '../migrate.ts'
import { type Database, openDatabase } from '../open-database.ts'

/** The last migration of the release before. */
const before = '0015-suspended-decks'
const later = migrationNames.filter((name) => name > before)
const tables = backupTables.filter(({ since = '' }) => since <= before).map(({ name }) => name)

const addedLater = backupTables.filter(({ since = '' }) => since > before).map(({ name }) => name)

const program = join(import.meta.dirname, '../../../testing/die-in-migration.ts')

/** Migrates in a process that is killed in a migration. Returns the signal that ended it. */
async function killIn(name: string, address: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [program, address, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

describe.each(['sqlite', 'postgres'] as const)('an instance of the release before, on %s', (kind) => {
  let file: TestDatabase
  let database: Database
  let rows: Awaited<ReturnType<typeof readTables>>

  beforeAll(async () => {
    file = await bareTestDatabase(kind)
    database = openDatabase(file.address)
    await migrate(database, before)
    await fillTables(database, tables)
    rows = await readTables(database, tables)
  })
  afterAll(async () => {
    await database.close()
    await file.remove()
  })

  test.each(later)(
    'is unchanged after the upgrade was killed in %s',
    async (name) => {
      expect(await killIn(name, file.address)).toBe('SIGKILL')
      await database.close()
      database = openDatabase(file.address)
      expect(await readTables(database, tables)).toEqual(rows)
    },
    60_000,
  )

  test('then upgrades, and keeps every row with every value', async () => {
    await migrate(database)
    // Read as by a process that starts after the upgrade.
    await database.close()
    database = openDatabase(file.address)
    const after = await readTables(database, tables)
    for (const name of tables) {
      expect(after[name]).toHaveLength(1)
      expect(after[name]?.[0], name).toMatchObject({ ...rows[name]?.[0], ...changed[name] })
    }
    const membership = await database.read.selectFrom('memberships').selectAll().executeTakeFirstOrThrow()
    expect(membership).toMatchObject({ team_id: 1, user_id: 1, role: 'owner', state: 'active' })
  })
})

test.each(['sqlite', 'postgres'] as const)(
  'rows that any version between has written are kept by all later ones, on %s',
  async (kind) => {
    const file = await bareTestDatabase(kind)
    const database = openDatabase(file.address)
    await migrate(database, before)
    await fillTables(database, tables)
    const written: Record<string, Record<string, unknown>> = {}
    for (const version of later) {
      await migrate(database, version)
      const added = backupTables.filter(({ since }) => since === version).map(({ name }) => name)
      const found = await readTables(database, added)
      // Some migrations fill their tables from others.
      await fillTables(
        database,
        added.filter((name) => found[name]?.length === 0),
      )
      for (const [name, [row]] of Object.entries(await readTables(database, added))) written[name] = row!
    }
    await migrate(database)
    const names = Object.keys(written)
    expect(names.toSorted()).toEqual(addedLater.toSorted())
    const kept = await readTables(database, names)
    for (const name of names) expect(kept[name]?.[0], name).toMatchObject(written[name]!)
    await database.close()
    await file.remove()
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'internal decks from before are the team’s, and indexed for its search, on %s',
  async (kind) => {
    const file = await bareTestDatabase(kind)
    const database = openDatabase(file.address)
    await migrate(database, before)
    await fillTables(database, tables)
    await database.write.deleteFrom('jobs').execute()
    await database.write
      .updateTable('decks')
      .set({ visibility: 'team', team_id: null, trashed_at: null, suspended_at: null })
      .execute()
    await migrate(database)
    const queued = await database.write.selectFrom('jobs').selectAll().where('kind', '=', 'index-deck').execute()
    expect(queued).toMatchObject([{ payload: { deckId: 1 }, state: 'waiting', dedupe_key: 'index-deck:1' }])
    expect((await database.read.selectFrom('decks').select('team_id').executeTakeFirst())?.team_id).toBe(1)
    await database.close()
    await file.remove()
  },
)

/** A plan that was given by hand stays so, on the team: it is the member's by membership. */
const changed: Readonly<Record<string, object>> = {
  teams: { plan: 'enterprise', manually_upgraded: true },
  users: { plan: 'enterprise', manually_upgraded: false, manual_plan: null },
}
