import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { dayOf, forgetOldReadings } from './queries.ts'

const hour = 60 * 60 * 1000

/** Clears away, once an hour, what is known of readings that are over, and the sums of more than a year ago. */
export function defineAnalyticsJobs(services: Services): void {
  services.jobs.every('forget-old-readings', hour, async () => {
    const now = services.now()
    const first = dayOf(new Date(now.getTime() - limits.analytics.days * 24 * hour))
    await services.database.transaction((trx) => forgetOldReadings(trx, now, first))
    return undefined
  })
}
