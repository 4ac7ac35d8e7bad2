import { createHash } from 'node:crypto'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { type MediaRow, outdatedSvgs, setResanitized } from './queries.ts'
import { resanitizeSvg } from './resanitize-svg.ts'

const hour = 60 * 60 * 1000
/** SVGs per batch. */
const batchSize = 20

/** Registers the background job of media libraries. */
export function defineMediaJobs(services: Services): void {
  services.jobs.every('clean-drawings-again', hour, async (run) => ({
    cleaned: await resanitizeSvgs(services, run),
  }))
}

/**
 * Sanitizes SVGs again that an older sanitizer stored. Returns their number. Each read sanitizes outdated SVGs too, so
 * nothing unsafe is sent before the job. After it, reads need not sanitize. The job can stop anywhere and restart.
 */
async function resanitizeSvgs(services: Services, run: JobRun): Promise<number> {
  let [count, after] = [0, 0]
  for (;;) {
    const rows = await outdatedSvgs(services.database.read, SANITIZER_VERSION, after, batchSize)
    if (rows.length === 0) return count
    for (const row of rows) {
      checkLease(run)
      if (await resanitizeOne(services, row)) count += 1
      after = row.id
    }
    await run.progress(0.5)
  }
}

/**
 * Sanitizes one SVG again. The SVG keeps its key, which slides of many decks and their revisions reference. A refused
 * SVG keeps its file, but no client receives it. False if it must be retried: it timed out, or its file is missing (a
 * store may be mounted later).
 */
async function resanitizeOne(services: Services, row: MediaRow): Promise<boolean> {
  const { database, files, now } = services
  const bytes = await files.read(row.key)
  if (bytes === null) return false
  const result = await resanitizeSvg(services, bytes)
  if (result.refusal && !result.final) return false
  if (result.svg) await replaceFile(services, row.key, bytes, Buffer.from(result.svg))
  const updated = await setResanitized(database.write, row.id, {
    sanitizer_version: SANITIZER_VERSION,
    refusal: result.refusal,
    ...(result.svg ? { size: Buffer.byteLength(result.svg) } : {}),
    // No upload has this hash, so uploading the same file again sanitizes it again.
    ...(result.refusal ? { content_hash: createHash('sha256').update(row.key).digest('hex') } : {}),
  })
  // The owner deleted the SVG meanwhile, so the file written here has no row.
  if (!updated) await recordPossibleOrphans(database.write, [row.key], now())
  return true
}

/** Makes the file durable before its row stores the version: a crash between the two only repeats the work. */
async function replaceFile(services: Services, key: string, before: Uint8Array, picture: Buffer): Promise<void> {
  if (!picture.equals(before)) await putFile(services, key, picture, 'image/svg+xml')
}
