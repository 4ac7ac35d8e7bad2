import { randomBytes } from 'node:crypto'
import type { Services } from '../../server/services.ts'
import { resetMail } from '../account-emails/emails.ts'
import { userByEmail } from '../users/queries.ts'
import { insertReset } from './queries.ts'
import { hashResetToken } from './reset-token.ts'

/** Lifetime of a reset link, in ms. */
const linkLife = 60 * 60 * 1000

/**
 * Registers the job that creates and mails reset links. A job does this, so that the request takes the same time for
 * known and unknown addresses.
 */
export function definePasswordResetJobs(services: Services): void {
  services.jobs.define('password-reset', async ({ payload }) => {
    await services.database.transaction(async (trx) => {
      const user = await userByEmail(trx, String(payload.email))
      if (!user?.active) return
      const token = randomBytes(32).toString('base64url')
      const now = services.now()
      const expiresAt = new Date(now.getTime() + linkLife)
      await insertReset(trx, { tokenHash: hashResetToken(services, token), userId: user.id, now, expiresAt })
      await services.mail.send(trx, resetMail(user, token, services.settings.baseUrl))
    })
    return undefined
  })
}
