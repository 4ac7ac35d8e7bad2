import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Files } from '../server/services.ts'
import { FrameWriter } from './frames.ts'
import { readBackup } from './read-backup.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { backupTables, type Manifest, writeRows } from './tables.ts'

/** What is backed up. */
export interface BackupSource {
  /** As DATABASE_URL takes it. */
  readonly databaseUrl: string
  readonly files: Pick<Files, 'list' | 'read'>
}

const header = (value: unknown) => Buffer.from(JSON.stringify(value))

/** What the tables hold. Those of a migration that the database has not had yet are not there, and left out. */
async function writeTables(
  writer: FrameWriter,
  snapshot: Snapshot,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const migrations = await snapshot.migrations()
  const tables: Record<string, { count: number; sha256: string }> = {}
  const sequences: Record<string, number> = {}
  for (const table of backupTables) {
    if (table.since && !migrations.includes(table.since)) continue
    await writer.write('table', header({ name: table.name }))
    const hash = createHash('sha256')
    let count = 0
    for await (const rows of snapshot.rows(table)) {
      const text = writeRows(rows)
      hash.update(text)
      count += rows.length
      await writer.write('rows', Buffer.from(text))
    }
    tables[table.name] = { count, sha256: hash.digest('hex') }
    if (table.numbered) sequences[table.name] = await snapshot.lastId(table)
  }
  return { migrations, tables, sequences }
}

/** All files of the store, each content once: the first key that has it brings it along. */
async function writeFiles(writer: FrameWriter, files: BackupSource['files']): Promise<Manifest['files']> {
  const listed: Manifest['files'][number][] = []
  const written = new Set<string>()
  for await (const key of files.list()) {
    const bytes = await files.read(key)
    // Deleted while we were reading others.
    if (!bytes) continue
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    listed.push({ key, size: bytes.byteLength, sha256 })
    if (written.has(sha256)) continue
    written.add(sha256)
    await writer.write('file', Buffer.concat([Buffer.from(sha256, 'hex'), bytes]))
  }
  return listed
}

/**
 * Writes everything of an instance into one new file, while it runs: the database as it is at one moment, then the files,
 * since rows name files and never the other way round. It is read again to its end before it is said to be done. Nothing
 * is left when it fails. Throws when the file is there.
 */
export async function writeBackup(path: string, source: BackupSource, passphrase: string | null): Promise<Manifest> {
  const writer = await FrameWriter.begin(path, passphrase)
  try {
    const made_at = new Date().toISOString()
    const database = await readSnapshot(source.databaseUrl, (snapshot) => writeTables(writer, snapshot))
    const manifest: Manifest = { made_at, ...database, files: await writeFiles(writer, source.files) }
    await writer.write('manifest', header(manifest))
    await writer.end()
    // What the disk has is what counts.
    await readBackup(path, passphrase)
    return manifest
  } catch (error) {
    await writer.end().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
