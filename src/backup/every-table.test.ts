import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../server/db/open-database.ts'
import { diskFiles } from '../server/files/disk-files.ts'
import { fillTables, readTables } from '../testing/fill-tables.ts'
import { testDatabase } from '../testing/test-databases.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupTables } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-every-table-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const tables = backupTables.map(({ name }) => name)

async function place(kind: 'sqlite' | 'postgres') {
  const file = await testDatabase(kind)
  return { ...file, database: openDatabase(file.address), files: diskFiles(mkdtempSync(join(folder, 'files-'))) }
}

test.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)(
  'a row of every table of %s is in the backup, which is whole, and after its restore on %s',
  async (...kinds) => {
    const [from, to] = [await place(kinds[0]), await place(kinds[1])]
    try {
      await fillTables(from.database, tables)
      const path = join(folder, `${kinds[0]}.backup`)
      const written = await writeBackup(path, { databaseUrl: from.address, files: from.files }, null)
      for (const name of tables) expect(written.tables[name]?.count, name).toBe(1)
      await verifyBackup(path, null)
      await restoreBackup(path, to, null)
      expect(await readTables(to.database, tables)).toEqual(await readTables(from.database, tables))
    } finally {
      for (const { database, remove } of [from, to]) {
        await database.close()
        await remove()
      }
    }
  },
  60_000,
)
