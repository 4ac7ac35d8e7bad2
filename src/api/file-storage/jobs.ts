import { limits } from '../../rules/limits.ts'
import { timings } from '../../rules/timings.ts'
import type { Services } from '../../server/services.ts'
import { tokenSealing } from './connect.ts'
import { startDueSyncs } from './start-sync.ts'
import { uploadNext } from './upload-syncs.ts'

/** Registers the jobs that sync decks and end grants. Without a file storage they do nothing. */
export function defineFileStorageJobs(services: Services): void {
  const { fileStorage, jobs, keys } = services
  jobs.every('sync-decks', timings.syncCheck, async () => ({ started: await startDueSyncs(services) }))
  jobs.define('upload-syncs', async (run) => (fileStorage ? uploadNext(services, fileStorage, run) : undefined), {
    atOnce: limits.sync.atOnce,
  })
  jobs.define('revoke-file-storage', async ({ payload }) => {
    await fileStorage?.revoke(keys.decrypt(tokenSealing, String(payload.sealed)))
    return undefined
  })
}
