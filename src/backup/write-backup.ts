import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Files } from '../server/services.ts'
import { FrameWriter } from './frames.ts'
import { readBackup } from './read-backup.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { backupTables, isDerivedFile, type Manifest, writeRows } from './tables.ts'

/** Source of a backup. */
export interface BackupSource {
  /** As DATABASE_URL. */
  readonly databaseUrl: string
  readonly files: Pick<Files, 'list' | 'read'>
}

const header = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Writes all tables. Tables of migrations the database has not had yet are omitted. */
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

/** Writes the files of the store but derived ones, each content once, under its first key. */
async function writeFiles(writer: FrameWriter, files: BackupSource['files']): Promise<Manifest['files']> {
  const listed: Manifest['files'][number][] = []
  const written = new Set<string>()
  for await (const key of files.list()) {
    if (isDerivedFile(key)) continue
    const bytes = await files.read(key)
    // Deleted since the files were listed.
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
 * Backs up a running instance into one new file: a snapshot of the database, then the files, since rows reference files
 * and never the reverse. The backup is verified before it is reported as done, and removed on failure. Throws if the
 * file exists.
 */
export async function writeBackup(path: string, source: BackupSource, passphrase: string | null): Promise<Manifest> {
  const writer = await FrameWriter.begin(path, passphrase)
  try {
    const made_at = new Date().toISOString()
    const database = await readSnapshot(source.databaseUrl, (snapshot) => writeTables(writer, snapshot))
    const manifest: Manifest = { made_at, ...database, files: await writeFiles(writer, source.files) }
    await writer.write('manifest', header(manifest))
    await writer.end()
    // Verifies what is on the disk.
    await readBackup(path, passphrase)
    return manifest
  } catch (error) {
    await writer.end().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
