import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImportFormatId } from '../../rules/import-formats.ts'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import type { Download } from '../../server/identity/guarded-download.ts'
import { unfinishedFiles } from '../../server/process-folder.ts'
import type { Services } from '../../server/services.ts'
import type { FormatReader } from './format.ts'
import { formatOf, readerNamed } from './formats.ts'
import { htmlFormat, webPageReader } from './html/html-formats.ts'
import { ImportError } from './import-error.ts'
import type { FetchFile } from './process/reader.ts'
import type { ImportRow } from './queries.ts'

/** The file of an import on the local disk, and what reads it. */
export interface ImportSource {
  readonly path: string
  readonly format: ImportFormatId
  readonly reader: FormatReader
  /** Where it was downloaded, and what fetches the files that it names. */
  readonly url?: string
  readonly fetchFile?: FetchFile
}

/** Most bytes of a file, and of a page with all that it names. */
const mostBytes = limits.upload.importKilobytes * 1000
/** As many bytes as formats are detected by. */
const headBytes = 2_000

/** The address that an import was started with; null: it was a file. */
function addressOf({ options }: Pick<ImportRow, 'options'>): string | null {
  return options.address ?? null
}

/** Whether there is anything to read. An import that has ended has no file any more. */
export function hasSource(row: Pick<ImportRow, 'file_key' | 'options'>): boolean {
  return row.file_key !== null || addressOf(row) !== null
}

/** Calls `use` with the import's file on the local disk, and deletes it afterward. Downloads it if it has an address. */
export async function withSource<T>(
  services: Services,
  row: ImportRow,
  signal: AbortSignal,
  use: (source: ImportSource) => Promise<T>,
): Promise<T> {
  const path = join(unfinishedFiles(services.settings.dataDir), randomBytes(16).toString('hex'))
  const address = addressOf(row)
  const end = new AbortController()
  try {
    const ends = AbortSignal.any([signal, end.signal])
    if (address !== null) return await use(await downloaded(services, address, path, ends))
    const file = row.file_key === null ? null : await services.files.get(row.file_key)
    if (!file) throw new ImportError(importMessages.failed)
    await pipeline(file.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await use({ path, format: row.format, reader: readerNamed(row.format) })
  } finally {
    // A reader that has crashed leaves downloads behind.
    end.abort()
    await rm(path, { force: true })
  }
}

/** Downloads within the limits of one import. */
function createDownloads({ download }: Services, signal: AbortSignal) {
  const end = performance.now() + limits.import.fetching
  const budget = { bytes: mostBytes }
  let files = limits.import.fetchedFiles
  return async (url: string): Promise<Download | null> => {
    const timeout = Math.floor(end - performance.now())
    if (timeout <= 0 || budget.bytes <= 0 || files <= 0) return null
    files -= 1
    try {
      return await download(url, { budget, timeout, signal })
    } catch {
      // Refused, missing, or out of reach: to the author it is missing.
      return null
    }
  }
}

/** Downloads the file of an address. Throws ImportError with a message for the user. */
async function downloaded(
  services: Services,
  address: string,
  path: string,
  signal: AbortSignal,
): Promise<ImportSource> {
  const fetchFile = createDownloads(services, signal)
  const file = await fetchFile(address)
  if (!file) throw new ImportError(importMessages.notFetched)
  const { url, type, bytes } = file
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  const detected = await formatOf({ path, name, head: bytes.subarray(0, headBytes) })
  // Sites show Markdown files as pages, at addresses that end like the file's.
  const format = type === 'text/html' ? htmlFormat : detected
  if (!format) throw new ImportError(importMessages.noDeckThere)
  const source = { path, format: format.id, reader: format }
  return format === htmlFormat ? { ...source, reader: webPageReader, url, fetchFile } : source
}
