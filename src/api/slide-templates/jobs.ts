import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { cleanTemplateAgain } from './fresh-template.ts'
import { olderTemplates, setCleanedTemplate } from './queries.ts'

const hour = 60 * 60 * 1000
/** Templates that are read at once. */
const atOnce = 20

/** Says what slide templates leave to be done in the background. */
export function defineSlideTemplateJobs(services: Services): void {
  services.jobs.every('clean-templates-again', hour, async (run) => ({ cleaned: await cleanAll(services, run) }))
}

/**
 * Stores the templates that an older sanitizer cleaned as today's leaves them; answers how many. Reading cleans them as
 * well; what today's refuses stays as it is and is shown empty. It may stop anywhere and begin anew.
 */
async function cleanAll({ database, settings }: Services, run: JobRun): Promise<number> {
  const rules = contentRules(settings, 'enterprise')
  let [cleaned, after] = [0, 0]
  for (;;) {
    const rows = await olderTemplates(database.read, SANITIZER_VERSION, after, atOnce)
    if (rows.length === 0) return cleaned
    for (const row of rows) {
      checkLease(run)
      const html = cleanTemplateAgain(row.html, rules)
      if (html !== null && (await setCleanedTemplate(database.write, row.id, html, SANITIZER_VERSION))) cleaned += 1
      after = row.id
    }
    await run.progress(0.5)
  }
}
