import { createHash, type Hash } from 'node:crypto'
import { BackupError, readFrames } from './frames.ts'
import { type Manifest, readRows } from './tables.ts'

/** Handlers for the contents of a backup, in file order. Without a visitor the backup is only verified. */
export interface BackupVisitor {
  rows?(table: string, rows: Record<string, unknown>[]): Promise<void>
  file?(sha256: string, bytes: Buffer): Promise<void>
}

interface TableCheck {
  readonly name: string
  readonly hash: Hash
  count: number
}

function checkTables(checks: readonly TableCheck[], manifest: Manifest): void {
  for (const { name, hash, count } of checks) {
    const expected = manifest.tables[name]
    if (expected?.count !== count || expected.sha256 !== hash.digest('hex')) {
      throw new BackupError(`This backup is damaged: the table ${name} is not what it says`)
    }
  }
  if (checks.length !== Object.keys(manifest.tables).length)
    throw new BackupError('This backup is damaged: a table is missing')
}

function checkFiles(found: ReadonlySet<string>, manifest: Manifest): void {
  const missing = manifest.files.find(({ sha256 }) => !found.has(sha256))
  if (missing) throw new BackupError(`This backup is damaged: the file ${missing.key} is missing`)
}

/**
 * Reads a complete backup, verifies every byte against its hashes, and returns the manifest. Throws BackupError at the
 * first error.
 */
export async function readBackup(
  path: string,
  passphrase: string | null,
  visitor: BackupVisitor = {},
): Promise<Manifest> {
  const checks: TableCheck[] = []
  const found = new Set<string>()
  let manifest: Manifest | null = null
  for await (const { kind, payload } of readFrames(path, passphrase)) {
    const table = checks.at(-1)
    if (kind === 'table') {
      checks.push({
        name: (JSON.parse(payload.toString()) as { name: string }).name,
        hash: createHash('sha256'),
        count: 0,
      })
    } else if (kind === 'rows' && table) {
      const rows = readRows(payload.toString())
      table.hash.update(payload)
      table.count += rows.length
      await visitor.rows?.(table.name, rows)
    } else if (kind === 'file') {
      const [sha256, bytes] = [payload.subarray(0, 32).toString('hex'), payload.subarray(32)]
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new BackupError('This backup is damaged: a file')
      found.add(sha256)
      await visitor.file?.(sha256, bytes)
    } else if (kind === 'manifest') {
      manifest = JSON.parse(payload.toString()) as Manifest
    }
  }
  if (!manifest) throw new BackupError('This backup is damaged: its end is missing')
  checkTables(checks, manifest)
  checkFiles(found, manifest)
  return manifest
}
