import { Readable } from 'node:stream'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { limits } from '../../rules/limits.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'
import { isKey } from '../../server/files/file-types.ts'
import type { Files, Services } from '../../server/services.ts'
import { findByKey, type MediaRow } from './queries.ts'
import { resanitizeSvg } from './resanitize-svg.ts'

/** Reads stored media by key, as Files.get does. SVGs are sanitized by today's version. */
export type MediaReader = Files['get']

/** An empty SVG of the same size, sent in place of a refused one. */
function emptySvg(row: Pick<MediaRow, 'width' | 'height'> | null): Buffer {
  const [width, height] = [row?.width ?? 1, row?.height ?? 1]
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`)
}

/** The bytes to send instead of a stored SVG's. Null: send the stored bytes. Undefined: there are no stored bytes. */
async function replacement(services: Services, key: string): Promise<Buffer | null | undefined> {
  const row = await findByKey(services.database.read, key)
  if (row && row.sanitizer_version >= SANITIZER_VERSION) return row.refusal === null ? null : emptySvg(row)
  // The SVG has no row: the owner deleted it, but decks still reference it.
  const bytes = await services.files.read(key)
  if (!bytes) return undefined
  const { svg } = await resanitizeSvg(services, bytes)
  return svg === null ? emptySvg(row) : Buffer.from(svg)
}

async function isStored(files: Files, key: string): Promise<boolean> {
  const stored = await files.get(key)
  if (stored) (stored.body as Readable).destroy()
  return stored !== null
}

/**
 * Makes a media reader. SVGs of an older sanitizer are sanitized when read, and cached in memory until the job has
 * stored them. Throws 429 if too many large SVGs are queued.
 */
export function createMediaReader(services: Services): MediaReader {
  const cache = createByteCache<Buffer | null>(limits.memory.drawings)
  const read = async (key: string): Promise<Buffer | null | undefined> => {
    const found = cache.get(key)
    // The file may have been deleted since it was cached.
    if (found) return (await isStored(services.files, key)) ? found : undefined
    if (found === null) return null
    const bytes = await replacement(services, key)
    if (bytes !== undefined) cache.set(key, bytes, key.length + (bytes?.byteLength ?? 0))
    return bytes
  }
  return async (key, part) => {
    // Markup may name anything.
    if (!isKey(key)) return null
    const bytes = key.endsWith('.svg') ? await read(key) : null
    if (!bytes) return services.files.get(key, part)
    return { body: Readable.from([bytes]), size: bytes.byteLength, type: 'image/svg+xml' }
  }
}
