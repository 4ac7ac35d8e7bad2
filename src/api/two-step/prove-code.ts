import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { createKeyedMutex } from '../../server/keyed-mutex.ts'
import type { Services } from '../../server/services.ts'
import { recoveryCodeUsedMail } from '../account-emails/emails.ts'
import { useCode } from './codes.ts'
import { countRecoveryCodes } from './queries.ts'

/** Serializes attempts per account: a burst could otherwise pass a counter that grows only after a failure. */
const mutex = createKeyedMutex()

interface CodeProof<T> {
  readonly user: UserRow
  readonly code: string
  /** The code confirms an app instead of using it. */
  readonly unconfirmed?: boolean
  /** Runs in the transaction that uses up the code. */
  readonly perform: (trx: Db, by: 'app' | 'recovery-code') => Promise<T>
  /** The error of a wrong code. */
  readonly refused: () => Promise<HttpError> | HttpError
}

/** Runs work that needs a code. Wrong codes are limited per account, whatever they are for. */
export async function withCode<T>(services: Services, proof: CodeProof<T>): Promise<T> {
  const { user, code, unconfirmed = false } = proof
  const subject = `second-step:${user.id}`
  return mutex(subject, async () => {
    const { allowed, retryAfter } = await services.limits.check('account-failures', subject)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    const done = await services.database.transaction(async (trx) => {
      const by = await useCode(trx, services, { userId: user.id, code, unconfirmed })
      if (by === null) return null
      if (by === 'recovery-code') {
        const left = await countRecoveryCodes(trx, user.id)
        await services.mail.send(trx, recoveryCodeUsedMail(user, left, services.settings.baseUrl))
      }
      return { result: await proof.perform(trx, by) }
    })
    if (done) return done.result
    await services.limits.take('account-failures', subject)
    throw await proof.refused()
  })
}
