import type { Updateable } from 'kysely'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { UsersTable } from '../../server/db/account-tables.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endOtherSessions, openSession, type UserRow } from '../../server/http/session.ts'
import { createOneByOne } from '../../server/one-by-one.ts'
import { checkPassword, hashPassword } from '../../server/passwords/hash-password.ts'
import type { Context } from '../route.ts'
import { indexPerson } from '../search/index-deck.ts'
import { checkPasswordForm } from './check-password-form.ts'
import type { usersContracts } from './contract.ts'
import { emailChangedMail, passwordChangedMail } from './emails.ts'
import { endPasswordResets, takenNames, updateUser } from './queries.ts'

type ChangeContext = Context<typeof usersContracts.change>

/** What came of a change: the account as it is then, or the names that belong to others. */
export type ChangedAccount = { readonly user: UserRow } | { readonly taken: readonly ('username' | 'email')[] }

/** The tries at one account wait for each other: a burst of them cannot slip past a count that grows when one has failed. */
const inLine = createOneByOne()

/**
 * Throws unless the person knows their current password: whoever finds an open browser must not take the account over.
 * Wrong tries count as wrong sign-ins do.
 */
export async function proveCurrentPassword(
  { services }: Pick<ChangeContext, 'services'>,
  user: UserRow,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (!password) throw invalid(field, messages.form.required)
  const subject = `account:${user.id}`
  await inLine(subject, async () => {
    const { allowed, retryAfter } = await services.limits.check('account-failures', subject)
    if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
    if ((await checkPassword(password, user.password_hash)).matches) return
    await services.limits.take('account-failures', subject)
    throw invalid(field, messages.session.wrongPassword)
  })
}

/** Changes the account of the person who asks. Throws 422 for what cannot be. */
export async function changeAccount(context: ChangeContext): Promise<ChangedAccount> {
  const { body, user, services, transaction } = context
  const { password, current_password, ...fields } = body.user
  const names = {
    username: fields.username === user.username ? undefined : fields.username,
    email: fields.email === user.email ? undefined : fields.email,
  }
  if (password !== undefined || names.email !== undefined) {
    await proveCurrentPassword(context, user, current_password, 'current_password')
  }
  if (password !== undefined) checkPasswordForm(password, { ...user, ...defined(fields) }, services.settings)
  const taken = await takenNames(services.database.read, names, user.id)
  if (taken.length > 0) return { taken }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return transaction(async (trx): Promise<ChangedAccount> => {
    const now = services.now()
    const changes: Updateable<UsersTable> = {
      ...defined(fields),
      ...(passwordHash ? { password_hash: passwordHash, password_changed_at: now } : {}),
      updated_at: now,
    }
    const changed = await updateUser(trx, user.id, changes)
    // Postgres has ended the transaction with the clash; nothing more can be asked in it.
    if (!changed) throw new HttpError(422, messages.taken[0])
    if (changed.username !== user.username || changed.name !== user.name) await indexPerson(services, trx, user.id)
    if (passwordHash || names.email !== undefined) await endEverythingElse(context, trx, changed)
    if (passwordHash) await services.mail.send(trx, passwordChangedMail(changed, services.settings.baseUrl))
    if (names.email !== undefined) {
      await services.mail.send(trx, emailChangedMail(changed, user.email, services.settings.baseUrl))
    }
    const what = Object.keys(changes).filter(
      (key) => !['updated_at', 'password_changed_at', 'password_hash'].includes(key),
    )
    await audit(trx, services, context.request, {
      actorId: user.id,
      action: passwordHash ? 'password.change' : 'account.change',
      resource: `user:${user.id}`,
      detail: { fields: what },
    })
    return { user: changed }
  })
}

/** Without the fields that were not sent. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** Other devices may be somebody else's: they are signed out, and links for a new password end. This one gets a new session id. */
async function endEverythingElse(
  { services, request, reply }: Pick<ChangeContext, 'services' | 'request' | 'reply'>,
  trx: Parameters<Parameters<ChangeContext['transaction']>[0]>[0],
  user: UserRow,
): Promise<void> {
  await endOtherSessions(trx, user.id, null)
  await endPasswordResets(trx, user.id)
  await openSession(trx, services, request, reply, user.id)
}
