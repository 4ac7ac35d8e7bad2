import { createHash } from 'node:crypto'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { notePerhapsUnused, putFile } from '../unused-files/own-files.ts'
import { cleanStored } from './clean-stored.ts'
import { type MediaRow, olderDrawings, setCleaned } from './queries.ts'

const hour = 60 * 60 * 1000
/** Drawings that are read from the database at once. */
const atOnce = 20

/** Says what media libraries leave to be done in the background. */
export function defineMediaJobs(services: Services): void {
  services.jobs.every('clean-drawings-again', hour, async (run) => ({
    cleaned: await cleanDrawingsAgain(services, run),
  }))
}

/**
 * Cleans the drawings that were stored under older rules; answers how many. Reading cleans them as well, so nothing unsafe
 * is sent meanwhile; this ends the work that each reading would have. It may stop anywhere and begin anew.
 */
async function cleanDrawingsAgain(services: Services, run: JobRun): Promise<number> {
  let [cleaned, after] = [0, 0]
  for (;;) {
    const rows = await olderDrawings(services.database.read, SANITIZER_VERSION, after, atOnce)
    if (rows.length === 0) return cleaned
    for (const row of rows) {
      checkLease(run)
      if (await cleanAgain(services, row)) cleaned += 1
      after = row.id
    }
    await run.progress(0.5)
  }
}

/**
 * Cleans one drawing, under the key it has: slides of many decks name it, also in their revisions. A refused one keeps its
 * file, but no client receives it. False when it has to be tried again: it took too long, or its file is missing, which a
 * store mounted later may bring back.
 */
async function cleanAgain(services: Services, row: MediaRow): Promise<boolean> {
  const { database, files, now } = services
  const bytes = await files.read(row.key)
  if (bytes === null) return false
  const result = await cleanStored(services, bytes)
  if (result.refusal && !result.final) return false
  if (result.svg) await replaceFile(services, row.key, bytes, Buffer.from(result.svg))
  const kept = await setCleaned(database.write, row.id, {
    sanitizer_version: SANITIZER_VERSION,
    refusal: result.refusal,
    ...(result.svg ? { size: Buffer.byteLength(result.svg) } : {}),
    // The same file uploaded again is checked anew: nothing that is uploaded has this hash.
    ...(result.refusal ? { content_hash: createHash('sha256').update(row.key).digest('hex') } : {}),
  })
  // Its owner deleted it meanwhile, and the file with it; what was put since has no row.
  if (!kept) await notePerhapsUnused(database.write, [row.key], now())
  return true
}

/** The file is whole and durable before its row says what cleaned it: a crash between the two only repeats the work. */
async function replaceFile(services: Services, key: string, before: Uint8Array, picture: Buffer): Promise<void> {
  if (!picture.equals(before)) await putFile(services, key, picture, 'image/svg+xml')
}
