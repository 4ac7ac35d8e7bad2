import type { z } from 'zod'
import { type ExportType, exportTypes } from '../../rules/export-formats/index.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { deckExport } from './contract.ts'
import type { ExportNote } from './export-format.ts'
import type { ExportRow, ExportWithJob } from './queries.ts'

/** The format of a row; null if this release does not have it. */
export function typeOf({ type }: Pick<ExportRow, 'type'>): ExportType | null {
  return exportTypes.find((one) => one === type) ?? null
}

/**
 * The state that users see. An export whose job is dead or gone has failed, even before the cleanup job has updated its
 * row.
 */
function statusOf({ status, job_state }: ExportWithJob): ExportRow['status'] {
  const isOpen = status === 'pending' || status === 'processing'
  if (!isOpen || job_state === 'running' || job_state === 'waiting') return status
  return 'failed'
}

/** Where the file of an export is. */
function urlOf({ id, deck_id }: ExportRow): string {
  return `/api/v1/decks/${deck_id}/exports/${id}/download`
}

/** An export in answers. */
export function exportJson(row: ExportWithJob): z.input<typeof deckExport> {
  const type = typeOf(row) ?? 'pdf'
  const status = statusOf(row)
  const { id, options, slide, slides, version, size, report, created_at } = row
  return {
    ...{ id, type, options, status, slide, slides, version, size, created_at },
    url: status === 'finished' ? urlOf(row) : null,
    error: status === 'failed' ? messages.export[type] : null,
    report: (report as ExportNote[] | null) ?? [],
    expires_at: new Date(created_at.getTime() + limits.export.keptHours * 3_600_000),
  }
}
