/** `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run verify-backup -- FILE`: see docs/self-hosting.md. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataDir } from '../server/db/lock-data-dir.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { readSettings, type Settings } from '../server/env.ts'
import { diskFiles } from '../server/files/disk-files.ts'
import { s3Files } from '../server/files/s3-files.ts'
import type { Files } from '../server/services.ts'
import { StartError } from '../server/start-error.ts'
import { BackupError } from './frames.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Manifest } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

function filesOf({ s3, dataDir }: Settings): Promise<Files> | Files {
  return s3 ? s3Files(s3) : diskFiles(join(dataDir, 'files'))
}

function isFile({ databaseUrl }: Settings): boolean {
  return !/^postgres(ql)?:/.test(databaseUrl)
}

function summary({ tables, files, made_at }: Manifest): string {
  const [people, decks] = [tables.users?.count ?? 0, tables.decks?.count ?? 0]
  return `${people} accounts, ${decks} decks and ${files.length} files, as of ${made_at}`
}

async function restore(path: string, passphrase: string | null): Promise<Manifest> {
  const settings = readSettings(process.env, { serves: false })
  const release = isFile(settings) ? lockDataDir(settings.dataDir) : () => {}
  const database = openDatabase(settings.databaseUrl)
  try {
    return await restoreBackup(path, { database, files: await filesOf(settings) }, passphrase)
  } finally {
    await database.close()
    release()
  }
}

/** Runs one command. Throws StartError and BackupError with messages for the operator. */
async function run(verb: string | undefined, file: string | undefined): Promise<string> {
  if (!file) throw new BackupError(`Name the file: npm run ${verb ?? 'backup'} -- /backup/lectern.backup`)
  const path = resolve(file)
  const passphrase = process.env.BACKUP_PASSPHRASE || null
  if (verb === 'verify') return `This backup is whole: ${summary(await verifyBackup(path, passphrase))}.`
  if (verb === 'restore') return `Restored: ${summary(await restore(path, passphrase))}. Start Lectern now.`
  if (verb !== 'backup') throw new BackupError('Say backup, restore or verify')
  const settings = readSettings(process.env, { serves: false })
  if (isFile(settings) && !existsSync(settings.databaseUrl)) {
    throw new BackupError(
      `There is no database at ${settings.databaseUrl}; set DATA_DIR or DATABASE_URL as the server has it`,
    )
  }
  const source = { databaseUrl: settings.databaseUrl, files: await filesOf(settings) }
  const written = summary(await writeBackup(path, source, passphrase))
  return `Backed up to ${path}: ${written}. Keep the secret key as well, in another place; it is not in the file.`
}

function explain(error: unknown): string {
  if (error instanceof BackupError || error instanceof StartError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return `${path} is there already; name a new file`
  if (code === 'ENOENT') return `${path} cannot be found`
  return message
}

run(process.argv[2], process.argv[3]).then(console.log, (error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
