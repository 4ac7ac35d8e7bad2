import { idleLife } from '../../server/http/session.ts'
import { deleteOldMails } from '../../server/mail/delete-mails.ts'
import type { Services } from '../../server/services.ts'
import { deleteOldInvitations } from '../invitations/queries.ts'
import { deleteUnconfirmed } from '../two-step/queries.ts'
import { deleteEndedSessions, deleteOldAudit } from './queries.ts'

const hour = 60 * 60 * 1000
/** Retention of the audit log, in ms. */
const auditRetention = 365 * 24 * hour
/** Retention of mail rows (recipient and time), in ms. Delivery is retried for a much shorter time. */
const mailRetention = 30 * 24 * hour
/** Retention of expired invitations, in ms. Until then they can be sent again. */
const invitationRetention = 90 * 24 * hour

/** The tables of links, codes and challenges whose rows serve for nothing once they have expired. */
const expiring = [
  ...(['password_resets', 'handoff_codes', 'email_changes', 'sign_in_challenges', 'sign_on_states'] as const),
  'file_storage_states',
] as const

/**
 * Registers the hourly job that deletes ended sessions, reset links, transfer codes, begun sign-ons, and old invitations,
 * mails and audit rows.
 */
export function defineSessionJobs(services: Services): void {
  services.jobs.every('forget-ended', hour, async () => {
    const now = services.now()
    const before = (age: number) => new Date(now.getTime() - age)
    await services.database.transaction(async (trx) => {
      await deleteEndedSessions(trx, now, before(idleLife))
      for (const table of expiring) await trx.deleteFrom(table).where('expires_at', '<=', now).execute()
      await deleteUnconfirmed(trx, before(hour))
      await deleteOldInvitations(trx, before(invitationRetention))
      await deleteOldMails(trx, before(mailRetention))
      await deleteOldAudit(trx, before(auditRetention))
    })
    return undefined
  })
}
