import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { originalsOfRendition } from '../media/media-keys.ts'
import { recordPossibleOrphans } from './file-references.ts'
import {
  deleteRecordedKeys,
  keysInDecks,
  keysInTemplates,
  keysInThemes,
  recordedBefore,
  referencedKeys,
} from './queries.ts'

const hour = 60 * 60 * 1000
/** Interval of the job, in ms. */
const every = 6 * hour
/** Grace period of a file without a row, in ms: its upload may be in progress. */
const gracePeriod = 24 * hour
/** Files per batch. */
const batchSize = 200
/** Decks per batch. */
const decksPerBatch = 50

/** The keys recorded before `before` that no row references. Recorded keys with a row are deleted from the list. */
async function unreferencedKeys({ database }: Services, before: Date, run: JobRun): Promise<string[]> {
  const unreferenced: string[] = []
  let last = ''
  for (;;) {
    checkLease(run)
    const keys = await recordedBefore(database.read, before, last, batchSize)
    const next = keys.at(-1)
    if (next === undefined) return unreferenced
    last = next
    const referenced = await referencedKeys(database.read, keys)
    unreferenced.push(...keys.filter((key) => !referenced.has(key)))
    await deleteRecordedKeys(database.write, [...referenced], before)
  }
}

/**
 * Which of the keys are referenced by slides and themes. Reads all decks in batches: the list in deck_media lacks what a process of
 * an earlier release saved. A rendition stays as long as its image: cached documents refer to both.
 */
async function keysInSlides({ database }: Services, keys: readonly string[], run: JobRun): Promise<Set<string>> {
  const ofMedia = keys.filter((key) => key.startsWith('media/'))
  const mediaKeys = new Set([...ofMedia, ...ofMedia.flatMap(originalsOfRendition)])
  if (mediaKeys.size === 0) return mediaKeys
  const shown = new Set([
    ...(await keysInTemplates(database.read, mediaKeys)),
    ...(await keysInThemes(database.read, mediaKeys)),
  ])
  let after: number | null = 0
  while (after !== null) {
    checkLease(run)
    const some = await keysInDecks(database.read, mediaKeys, after, decksPerBatch)
    for (const key of some.shown) shown.add(key)
    after = some.last
    await run.progress(0.5)
  }
  return new Set(ofMedia.filter((key) => [key, ...originalsOfRendition(key)].some((one) => shown.has(one))))
}

/**
 * Deletes recorded files past the grace period that nothing references. Files in slides are checked again a day later.
 * Returns the number of deleted files.
 */
async function deleteOrphans(services: Services, run: JobRun): Promise<number> {
  const { files, database, now } = services
  const before = new Date(now().getTime() - gracePeriod)
  const unreferenced = await unreferencedKeys(services, before, run)
  const shown = await keysInSlides(services, unreferenced, run)
  const orphaned = unreferenced.filter((key) => !shown.has(key))
  await recordPossibleOrphans(database.write, shown, now())
  for (let start = 0; start < orphaned.length; start += batchSize) {
    checkLease(run)
    const keys = orphaned.slice(start, start + batchSize)
    for (const key of keys) await files.delete(key)
    await deleteRecordedKeys(database.write, keys, before)
  }
  return orphaned.length
}

/**
 * Registers the job that deletes orphaned files of this instance: files of uploads that a crash interrupted, and of
 * deleted rows. It never lists the store, which other instances may share. It can stop anywhere and restart.
 */
export function defineOrphanedFileJobs(services: Services): void {
  services.jobs.every('clear-unused-files', every, async (run) => {
    const deleted = await deleteOrphans(services, run)
    await services.files.clearDrafts(new Date(services.now().getTime() - gracePeriod))
    return { deleted }
  })
}
