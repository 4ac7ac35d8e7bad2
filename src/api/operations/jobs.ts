import type { Services } from '../../server/services.ts'

const hour = 60 * 60 * 1000
/** How long the text of a failed mail is kept, encrypted, so that operators can send it again; in ms. */
const failedMailLife = 7 * 24 * hour

/** Registers the job that deletes the texts of mails that failed a week ago: their links grant access. */
export function defineOperationsJobs(services: Services): void {
  services.jobs.every('forget-failed-mails', hour, async () => {
    await services.database.write
      .updateTable('mails')
      .set({ text: '', html: '' })
      .where('state', '=', 'failed')
      .where('sent_at', '<', new Date(services.now().getTime() - failedMailLife))
      .where('text', '<>', '')
      .execute()
    return undefined
  })
}
