import type { Services } from '../server/services.ts'
import { defineAccessTokenJobs } from './access-tokens/jobs.ts'
import { defineAnalyticsJobs } from './deck-analytics/jobs.ts'
import { defineDeckJobs } from './decks/jobs.ts'
import { defineMediaJobs } from './media/jobs.ts'
import { definePasswordJobs } from './passwords/jobs.ts'
import { defineSearchJobs } from './search/jobs.ts'
import { defineSessionJobs } from './sessions/jobs.ts'
import { defineSlideTemplateJobs } from './slide-templates/jobs.ts'
import { defineThumbnailJobs, type SlideDocumentMaker } from './thumbnails/jobs.ts'
import { defineUnusedFileJobs } from './unused-files/jobs.ts'

/** What the jobs need from outside the API. */
export interface JobParts {
  /** How a slide becomes a document to draw; without it decks keep their placeholder pictures. */
  readonly slideDocument?: SlideDocumentMaker
}

/** What every resource does in the background: one line a resource. Call once, before the queue is started. */
export function defineJobs(services: Services, parts: JobParts = {}): void {
  definePasswordJobs(services)
  defineSessionJobs(services)
  defineDeckJobs(services)
  defineAnalyticsJobs(services)
  defineAccessTokenJobs(services)
  defineSearchJobs(services)
  defineMediaJobs(services)
  defineSlideTemplateJobs(services)
  defineUnusedFileJobs(services)
  defineThumbnailJobs(services, parts.slideDocument ?? null)
}
