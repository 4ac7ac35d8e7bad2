import { idleLife } from '../../server/http/session.ts'
import { forgetOldMails } from '../../server/mail/forget-mails.ts'
import type { Services } from '../../server/services.ts'
import { forgetEndedCodes } from '../handoff/queries.ts'
import { forgetEndedResets } from '../passwords/queries.ts'
import { forgetEndedSessions, forgetOldAudit } from './queries.ts'

const hour = 60 * 60 * 1000
/** ms that the audit is kept. */
const auditLife = 365 * 24 * hour
/** ms that mails are kept: who was written to, and when. A mail server that is away is waited for much shorter. */
const mailLife = 30 * 24 * hour

/**
 * Clears away, once an hour, what ended: sessions, links for new passwords, hand-off codes, mails of a month ago, and the
 * audit of last year.
 */
export function defineSessionJobs(services: Services): void {
  services.jobs.every('forget-ended', hour, async () => {
    const now = services.now()
    const before = (age: number) => new Date(now.getTime() - age)
    await services.database.transaction(async (trx) => {
      await forgetEndedSessions(trx, now, before(idleLife))
      await forgetEndedResets(trx, now)
      await forgetEndedCodes(trx, now)
      await forgetOldMails(trx, before(mailLife))
      await forgetOldAudit(trx, before(auditLife))
    })
    return undefined
  })
}
