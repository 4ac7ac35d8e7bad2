import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { createKeyedMutex } from '../../server/keyed-mutex.ts'
import { checkPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'

/** Serializes attempts per account: a burst could otherwise pass a counter that grows only after a failure. */
const mutex = createKeyedMutex()

/**
 * Throws unless the current password is correct, so that access to an unlocked browser does not suffice to take over an
 * account. Failures count as failed sign-ins.
 */
export async function proveCurrentPassword(
  services: Services,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (!password) throw invalid(field, messages.form.required)
  const subject = `account:${user.id}`
  await mutex(subject, async () => {
    const { allowed, retryAfter } = await services.limits.check('account-failures', subject)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    if ((await checkPassword(password, user.password_hash)).matches) return
    await services.limits.take('account-failures', subject)
    throw invalid(field, messages.session.wrongPassword)
  })
}
