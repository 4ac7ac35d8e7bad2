import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { dayOf, deleteOldReadings } from './queries.ts'

const hour = 60 * 60 * 1000

/** Registers the hourly job that deletes ended readings and sums older than a year. */
export function defineAnalyticsJobs(services: Services): void {
  services.jobs.every('forget-old-readings', hour, async () => {
    const now = services.now()
    const first = dayOf(new Date(now.getTime() - limits.analytics.days * 24 * hour))
    await services.database.transaction((trx) => deleteOldReadings(trx, now, first))
    return undefined
  })
}
