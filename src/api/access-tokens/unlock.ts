import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { subjectKey } from '../../server/http/rate-limits.ts'
import { createOneByOne } from '../../server/one-by-one.ts'
import { checkPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'
import type { Context } from '../route.ts'
import type { accessTokensContracts } from './contract.ts'
import { type AccessTokenRow, findByToken } from './link-queries.ts'
import { rememberUnlocked } from './unlock-cookie.ts'

type Unlock = Context<typeof accessTokensContracts.unlock>

/**
 * The tries of one address at one link wait for each other: a burst of guesses cannot slip past a count that only grows
 * when a guess has failed. Right passwords cost nothing: a lecture hall is one address.
 */
const inLine = createOneByOne()

/**
 * Takes the password of a link and remembers in this browser that it was right. Throws 404 for a link that is not there,
 * 401 for a wrong password, 429 with the last of the messages after too many of them.
 */
export async function unlock(context: Unlock): Promise<undefined> {
  const { params, services, request, reply } = context
  const row = await findByToken(services.database.read, services.keys, params.token)
  if (!row) throw new HttpError(404, messages.sharing.linkGone)
  if (row.password_hash === null) return undefined
  const who = `${row.id} ${subjectKey(request.ip)}`
  await inLine(who, () => tryPassword(context, row, who))
  rememberUnlocked(services, reply, row)
  return undefined
}

async function tryPassword({ body, services, request, user }: Unlock, row: AccessTokenRow, who: string): Promise<void> {
  const { limits, database } = services
  refuseWhenOver(await limits.check('link-password', who))
  if (await isRight(services, row, body.access_token.password)) return
  await limits.take('link-password', who)
  const entry = { actorId: user?.id ?? null, action: 'access-token.wrong-password', resource: `access-token:${row.id}` }
  await audit(database.write, services, request, entry)
  throw new HttpError(401, messages.wrongPassword[0])
}

/**
 * Whether a password is the link's. It counts as a failure while it is looked at, so that guesses from many addresses at
 * the same moment count as well; unless it was looked at and wrong, that is taken back: a crowd with the right one, of
 * whom some find no turn, must not close the link to everybody.
 */
async function isRight({ limits }: Services, row: AccessTokenRow, password: string): Promise<boolean> {
  const failure = ['link-failures', String(row.id)] as const
  const taken = await limits.take(...failure)
  let isWrong = false
  try {
    refuseWhenOver(taken)
    isWrong = !(await checkPassword(password, row.password_hash)).matches
    return !isWrong
  } finally {
    if (!isWrong) await limits.giveBack(...failure)
  }
}

function refuseWhenOver({ allowed, retryAfter }: { allowed: boolean; retryAfter: number }): void {
  if (!allowed)
    throw new HttpError(429, messages.wrongPassword[messages.wrongPassword.length - 1] as string, { retryAfter })
}
