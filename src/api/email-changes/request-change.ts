import { randomBytes } from 'node:crypto'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { confirmEmailMail } from '../account-emails/emails.ts'
import { type EmailChangeRow, replaceEmailChange } from './queries.ts'

/** Lifetime of the link that confirms a new address, in ms. */
const linkLife = 24 * 60 * 60 * 1000

/** The stored hash of a link's token, so that a database dump contains no usable token. */
export function hashEmailToken({ keys }: Pick<Services, 'keys'>, token: string): string {
  return keys.hash('email-change', token)
}

/** Throws 429 if this user has asked too often, or the address has got too many mails. Call outside transactions. */
export async function checkEmailRates(
  { limits }: Services,
  user: Pick<UserRow, 'id'>,
  { email, counted }: { readonly email: string; readonly counted: boolean },
): Promise<void> {
  const taken = counted ? [] : [await limits.take('email-change', `user:${user.id}`)]
  taken.push(await limits.take('mails-to-address', email))
  const refused = taken.find(({ allowed }) => !allowed)
  if (refused) throw new HttpError(429, messages.access.tooMany, { retryAfter: refused.retryAfter })
}

/**
 * Stores the new address and mails it a link. The account keeps the current one until the link is opened. `family`: the
 * sign-in that proved the password, which alone survives the confirmation.
 */
export async function requestEmailChange(
  trx: Db,
  services: Services,
  user: UserRow,
  { email, family }: Pick<EmailChangeRow, 'email' | 'family'>,
): Promise<EmailChangeRow> {
  const token = randomBytes(32).toString('base64url')
  const now = services.now()
  const change: EmailChangeRow = {
    ...{ user_id: user.id, email, family, token_hash: hashEmailToken(services, token), created_at: now },
    expires_at: new Date(now.getTime() + linkLife),
  }
  await replaceEmailChange(trx, change)
  await services.mail.send(trx, confirmEmailMail(user, { email, token }, services.settings.baseUrl))
  return change
}
