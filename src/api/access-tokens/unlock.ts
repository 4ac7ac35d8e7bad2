import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/request-counters.ts'
import { createKeyedMutex } from '../../server/keyed-mutex.ts'
import { checkPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'
import type { Context } from '../route.ts'
import type { accessTokensContracts } from './contract.ts'
import { type AccessTokenRow, findByToken } from './link-queries.ts'
import { setUnlockCookie } from './unlock-cookie.ts'

type Unlock = Context<typeof accessTokensContracts.unlock>

/**
 * Serializes attempts per address and link. Otherwise a burst of guesses could pass a counter that only grows after a
 * failure. Correct passwords are not counted: an audience may share one address.
 */
const serialize = createKeyedMutex()

/**
 * Checks a link's password and sets the unlock cookie. Throws 404 for an unknown link, 401 for a wrong password, 429
 * after too many wrong passwords.
 */
export async function unlock(context: Unlock): Promise<undefined> {
  const { params, services, request, reply } = context
  const row = await findByToken(services.database.read, services.keys, params.token)
  if (!row) throw new HttpError(404, messages.sharing.linkGone)
  if (row.password_hash === null) return undefined
  const subject = `${row.id} ${subjectKey(request.ip)}`
  await serialize(subject, () => tryPassword(context, row, subject))
  setUnlockCookie(services, reply, row)
  return undefined
}

async function tryPassword(
  { body, services, request, user }: Unlock,
  row: AccessTokenRow,
  subject: string,
): Promise<void> {
  const { limits, database } = services
  refuseWhenOver(await limits.check('link-password', subject))
  if (await isRight(services, row, body.access_token.password)) return
  await limits.take('link-password', subject)
  const entry = { actorId: user?.id ?? null, action: 'access-token.wrong-password', resource: `access-token:${row.id}` }
  await audit(database.write, services, request, entry)
  throw new HttpError(401, messages.wrongPassword[0])
}

/**
 * Whether a password is the link's. The attempt counts as a failure during the comparison, so that concurrent guesses
 * from many addresses are counted. The failure is uncounted unless the password was wrong: many correct ones at once
 * must not lock the link.
 */
async function isRight({ limits }: Services, row: AccessTokenRow, password: string): Promise<boolean> {
  const failure = ['link-failures', String(row.id)] as const
  const limit = await limits.take(...failure)
  let isWrong = false
  try {
    refuseWhenOver(limit)
    isWrong = !(await checkPassword(password, row.password_hash)).matches
    return !isWrong
  } finally {
    if (!isWrong) await limits.refund(...failure)
  }
}

function refuseWhenOver({ allowed, retryAfter }: { allowed: boolean; retryAfter: number }): void {
  if (!allowed)
    throw new HttpError(429, messages.wrongPassword[messages.wrongPassword.length - 1] as string, { retryAfter })
}
