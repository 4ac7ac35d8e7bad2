import { Readable } from 'node:stream'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { limits } from '../../rules/limits.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'
import type { Files, Services } from '../../server/services.ts'
import { cleanStored } from './clean-stored.ts'
import { findByKey, type MediaRow } from './queries.ts'

/** Reads stored media by key, as Files.get does; a drawing as today's sanitizer leaves it. */
export type MediaReader = Files['get']

/** A drawing with nothing in it, of the same size: what stands for one that the sanitizer refuses. */
function emptyDrawing(row: Pick<MediaRow, 'width' | 'height'> | null): Buffer {
  const [width, height] = [row?.width ?? 1, row?.height ?? 1]
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`)
}

/** What stands for the stored bytes of a drawing; null when they are right as they are, undefined when there are none. */
async function replacement(services: Services, key: string): Promise<Buffer | null | undefined> {
  const row = await findByKey(services.database.read, key)
  if (row && row.sanitizer_version >= SANITIZER_VERSION) return row.refusal === null ? null : emptyDrawing(row)
  // Without a row: its owner deleted it, and decks still show it.
  const bytes = await services.files.read(key)
  if (!bytes) return undefined
  const { svg } = await cleanStored(services, bytes)
  return svg === null ? emptyDrawing(row) : Buffer.from(svg)
}

async function isStored(files: Files, key: string): Promise<boolean> {
  const stored = await files.get(key)
  if (stored) (stored.body as Readable).destroy()
  return stored !== null
}

/**
 * A reader of media. Drawings that an older sanitizer cleaned are cleaned again on the way, and kept in memory until the
 * job has stored them: so nothing is sent that today's sanitizer would not let in. Throws 429 when too many large drawings
 * wait already.
 */
export function createMediaReader(services: Services): MediaReader {
  const known = createByteCache<Buffer | null>(limits.memory.drawings)
  const read = async (key: string): Promise<Buffer | null | undefined> => {
    const found = known.get(key)
    // Only a file that is still stored is sent: it may have been deleted for good since it was cleaned.
    if (found) return (await isStored(services.files, key)) ? found : undefined
    if (found === null) return null
    const bytes = await replacement(services, key)
    if (bytes !== undefined) known.set(key, bytes, key.length + (bytes?.byteLength ?? 0))
    return bytes
  }
  return async (key) => {
    const bytes = key.endsWith('.svg') ? await read(key) : null
    if (!bytes) return services.files.get(key)
    return { body: Readable.from([bytes]), size: bytes.byteLength, type: 'image/svg+xml' }
  }
}
