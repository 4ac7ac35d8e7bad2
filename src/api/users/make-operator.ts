import { randomBytes } from 'node:crypto'
import { demoAccount } from '../../rules/demo-account.ts'
import { audit } from '../../server/audit.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'
import { insertReset } from '../password-resets/queries.ts'
import { hashResetToken } from '../password-resets/reset-token.ts'
import { freeUsername } from './free-username.ts'
import { insertUser, userByEmail } from './queries.ts'

/** How long the link to set the first password is valid, in ms. */
const linkLife = 24 * 60 * 60 * 1000

/** Why an account cannot become operator, for the person at the command line. */
export class OperatorError extends Error {}

/** The result: an account that exists, or a new one with the path at which its password is set. */
export type MadeOperator =
  | { readonly kind: 'already' | 'promoted'; readonly username: string }
  | { readonly kind: 'created'; readonly username: string; readonly passwordPath: string }

type Parts = Pick<Services, 'database' | 'keys' | 'now'>

/**
 * Makes the account of an email address an operator; without an account, creates one whose password is set by a link
 * that is valid once, for a day.
 */
export async function makeOperator({ database, keys, now }: Parts, address: string): Promise<MadeOperator> {
  const email = address.trim().toLowerCase()
  if (email === demoAccount.email) throw new OperatorError('The demo account cannot be an operator.')
  // Hashed before the transaction, which would block other writers meanwhile. No user knows this password.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return database.transaction(async (trx) => {
    const found = await userByEmail(trx, email)
    if (found && !found.active) throw new OperatorError(`The account of ${email} is suspended.`)
    if (found?.operator) return { kind: 'already', username: found.username }
    const account = {
      username: found?.username ?? (await freeUsername(trx, email, 'operator')),
      name: null,
      email,
      passwordHash,
    }
    const user = found ?? (await insertUser(trx, { ...account, operator: true }, now()))
    if (!user) throw new OperatorError('Another account was created at the same moment. Please try again.')
    if (found) await trx.updateTable('users').set({ operator: true }).where('id', '=', found.id).execute()
    const entry = { actorId: null, action: 'operator.make', resource: `user:${user.id}` }
    await audit(trx, { now }, { ip: '' }, { ...entry, detail: { by: 'command line', created: !found } })
    await trx.deleteFrom('setup_codes').execute()
    if (found) return { kind: 'promoted', username: found.username }
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now().getTime() + linkLife)
    await insertReset(trx, { tokenHash: hashResetToken({ keys }, token), userId: user.id, now: now(), expiresAt })
    const passwordPath = `/users/password/edit?reset_password_token=${token}`
    return { kind: 'created', username: user.username, passwordPath }
  })
}
