import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { outdatedTemplates, setResanitizedTemplate } from './queries.ts'
import { resanitizeTemplate } from './sanitized-template.ts'

const hour = 60 * 60 * 1000
/** Templates per batch. */
const batchSize = 20

/** Registers the background job of slide templates. */
export function defineSlideTemplateJobs(services: Services): void {
  services.jobs.every('clean-templates-again', hour, async (run) => ({ cleaned: await resanitizeAll(services, run) }))
}

/**
 * Sanitizes templates again that an older sanitizer stored. Returns their number. Each read sanitizes outdated
 * templates too. Refused templates are left unchanged and shown empty. The job can stop anywhere and restart.
 */
async function resanitizeAll({ database, settings }: Services, run: JobRun): Promise<number> {
  const rules = contentRules(settings, 'enterprise')
  let [cleaned, after] = [0, 0]
  for (;;) {
    const rows = await outdatedTemplates(database.read, SANITIZER_VERSION, after, batchSize)
    if (rows.length === 0) return cleaned
    for (const row of rows) {
      checkLease(run)
      const html = resanitizeTemplate(row.html, rules)
      if (html !== null && (await setResanitizedTemplate(database.write, row.id, html, SANITIZER_VERSION))) cleaned += 1
      after = row.id
    }
    await run.progress(0.5)
  }
}
