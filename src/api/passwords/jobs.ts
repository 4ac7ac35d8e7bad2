import { randomBytes } from 'node:crypto'
import type { Services } from '../../server/services.ts'
import { userByEmail } from '../users/queries.ts'
import { resetMail } from './emails.ts'
import { insertReset } from './queries.ts'

/** ms that a link for a new password is good. */
const linkLife = 60 * 60 * 1000

/** What the database keeps of a link's token: a dump of it opens nothing. */
export function hashResetToken(services: Pick<Services, 'keys'>, token: string): string {
  return services.keys.hash('password-reset', token)
}

/**
 * Makes and mails links for new passwords. A job, so that the call that asks for one does the same work, and takes
 * the same time, whether the address is known or not.
 */
export function definePasswordJobs(services: Services): void {
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
