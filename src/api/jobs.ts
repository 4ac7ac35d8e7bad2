import type { Services } from '../server/services.ts'
import { defineDeckJobs } from './decks/jobs.ts'
import { definePasswordJobs } from './passwords/jobs.ts'
import { defineSearchJobs } from './search/jobs.ts'
import { defineSessionJobs } from './sessions/jobs.ts'

/** What every resource does in the background: one line a resource. Call once, before the queue is started. */
export function defineJobs(services: Services): void {
  definePasswordJobs(services)
  defineSessionJobs(services)
  defineDeckJobs(services)
  defineSearchJobs(services)
}
