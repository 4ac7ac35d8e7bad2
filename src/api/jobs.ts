import type { Services } from '../server/services.ts'
import { defineAccessTokenJobs } from './access-tokens/jobs.ts'
import { defineCommentMailJobs } from './comment-mails/jobs.ts'
import { defineAnalyticsJobs } from './deck-analytics/jobs.ts'
import { defineDeckJobs } from './decks/jobs.ts'
import { defineExportJobs } from './exports/jobs.ts'
import type { ExportParts } from './exports/run-export.ts'
import { defineFileStorageJobs } from './file-storage/jobs.ts'
import { defineImportJobs } from './imports/jobs.ts'
import { defineDeckMediaJob } from './media/complete-deck-media.ts'
import { defineMediaJobs } from './media/jobs.ts'
import { defineRenditionJobs } from './media/make-renditions.ts'
import { defineOperationsJobs } from './operations/jobs.ts'
import { defineOrphanedFileJobs } from './orphaned-files/jobs.ts'
import { definePasswordResetJobs } from './password-resets/jobs.ts'
import { defineSearchJobs } from './search/jobs.ts'
import { defineSessionJobs } from './sessions/jobs.ts'
import { defineSlideTemplateJobs } from './slide-templates/jobs.ts'
import { defineSubscriptionJobs } from './subscriptions/jobs.ts'
import { defineThemeJobs } from './themes/jobs.ts'
import { defineThumbnailJobs } from './thumbnails/jobs.ts'
import type { SlideDocumentMaker } from './thumbnails/slide-document.ts'

/** Dependencies of jobs from outside the API. */
export interface JobParts {
  /** Renders a slide's document for thumbnails; without it decks keep placeholders. */
  readonly slideDocument?: SlideDocumentMaker
  /** What exports are made with; without it they fail. */
  readonly exports?: ExportParts
}

/** Registers the background jobs of all resources. Call once, before the queue is started. */
export function defineJobs(services: Services, parts: JobParts = {}): void {
  definePasswordResetJobs(services)
  defineSessionJobs(services)
  defineDeckJobs(services)
  defineAnalyticsJobs(services)
  defineCommentMailJobs(services)
  defineAccessTokenJobs(services)
  defineSearchJobs(services)
  defineMediaJobs(services)
  defineDeckMediaJob(services)
  defineRenditionJobs(services)
  defineImportJobs(services)
  defineSlideTemplateJobs(services)
  defineOrphanedFileJobs(services)
  defineOperationsJobs(services)
  defineSubscriptionJobs(services)
  defineThemeJobs(services, parts.slideDocument ?? null)
  defineThumbnailJobs(services, parts.slideDocument ?? null)
  defineExportJobs(services, parts.exports ?? null)
  defineFileStorageJobs(services)
}
