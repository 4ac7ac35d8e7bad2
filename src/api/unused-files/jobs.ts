import type { JobRun, Services } from '../../server/services.ts'
import { forgetUnused, namedKeys, unusedSince } from './queries.ts'

const hour = 60 * 60 * 1000
/** ms between two looks. */
const every = 6 * hour
/** ms that a file may be there without a row: an upload that is on its way. */
const patience = 24 * hour
/** Files that are compared with the database at once. */
const atOnce = 200

/** Stops when the lease is lost: another worker goes on then, from the beginning. */
function checkLease({ signal }: JobRun): void {
  if (signal.aborted) throw new Error('The lease is lost')
}

/** Deletes what was noted long enough ago and no row names. Answers how many. */
async function deleteOld({ files, database, now }: Services, run: JobRun): Promise<number> {
  const before = new Date(now().getTime() - patience)
  let deleted = 0
  let last = ''
  for (;;) {
    checkLease(run)
    const keys = await unusedSince(database.read, before, last, atOnce)
    const next = keys.at(-1)
    if (next === undefined) return deleted
    last = next
    const named = await namedKeys(database.read, keys)
    const useless = keys.filter((key) => !named.has(key))
    for (const key of useless) await files.delete(key)
    await forgetUnused(database.write, keys, before)
    deleted += useless.length
    await run.progress(0.5)
  }
}

/**
 * Clears away this instance's own files that no row names: of uploads that a crash cut short, and of what was deleted
 * while the store was away. It never looks through the store, which may hold another's files. It may stop anywhere and
 * begin anew.
 */
export function defineUnusedFileJobs(services: Services): void {
  services.jobs.every('clear-unused-files', every, async (run) => {
    const deleted = await deleteOld(services, run)
    await services.files.clearDrafts(new Date(services.now().getTime() - patience))
    return { deleted }
  })
}
