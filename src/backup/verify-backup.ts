import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataOf, readContent } from '../api/decks/read-content.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { diskFiles } from '../server/files/disk-files.ts'
import { BackupError } from './frames.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Manifest } from './tables.ts'

/**
 * Proves that a backup can be restored: verifies every byte, restores it into a temporary directory, and assembles the
 * last changed deck. Throws BackupError.
 */
export async function verifyBackup(path: string, passphrase: string | null): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-verify-'))
  const database = openDatabase(join(folder, 'lectern.sqlite'))
  try {
    const manifest = await restoreBackup(path, { database, files: diskFiles(join(folder, 'files')) }, passphrase)
    const deck = await database.read.selectFrom('decks').selectAll().orderBy('updated_at', 'desc').executeTakeFirst()
    const rules = { customClasses: true, mediaHosts: [], appHosts: [] }
    if (deck) {
      await readContent(database.read, deck, rules).then(dataOf, () => {
        throw new BackupError(`The deck ${deck.id} cannot be put together from this backup`)
      })
    }
    return manifest
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
