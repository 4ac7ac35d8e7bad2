import { limits } from '../../rules/limits.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { continueSync } from '../file-storage/sync-exports.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { deleteExports, expiredBefore, exportsBefore, failAbandoned } from './queries.ts'
import { type ExportParts, runExport } from './run-export.ts'

/** Interval of the job that deletes old exports, in ms. */
const every = 10 * 60 * 1000
/** Exports per batch. */
const batchSize = 200

/** Deletes exports and their files a day after they were asked for; returns their number. */
async function deleteExpired(services: Services, run: JobRun): Promise<number> {
  const { database, now } = services
  let deleted = 0
  for (;;) {
    checkLease(run)
    const ids = await exportsBefore(database.read, expiredBefore(now()), batchSize)
    if (ids.length === 0) return deleted
    await database.transaction(async (trx) => deleteUnlessInSlides(trx, services, await deleteExports(trx, ids)))
    deleted += ids.length
  }
}

/**
 * Registers the jobs that make and delete exports. Without `parts` (the player is not built) exports fail.
 */
export function defineExportJobs(services: Services, parts: ExportParts | null): void {
  const handler = async (run: JobRun) => {
    if (parts === null) throw new Error('The player is not built')
    try {
      return await runExport(services, parts, run)
    } finally {
      await continueSync(services, Number(run.payload.exportId))
    }
  }
  services.jobs.define('export', handler, { atOnce: limits.export.atOnce, onePerOwner: true })
  services.jobs.every('clear-exports', every, async (run) => {
    await failAbandoned(services.database.write, services.now())
    return { deleted: await deleteExpired(services, run) }
  })
}
