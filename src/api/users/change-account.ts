import type { Updateable } from 'kysely'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { UsersTable } from '../../server/db/account-tables.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endOtherSessions, openSession, type SessionRow, type UserRow } from '../../server/http/session.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import { emailChangeAskedMail, passwordChangedMail } from '../account-emails/emails.ts'
import { deleteTokensOf } from '../api-tokens/queries.ts'
import { deleteEmailChange } from '../email-changes/queries.ts'
import { checkEmailRates, requestEmailChange } from '../email-changes/request-change.ts'
import type { Context } from '../route.ts'
import { indexPerson } from '../search/index-deck.ts'
import { endChallenges } from '../sessions/challenges.ts'
import { choosableTheme } from '../themes/theme-for-deck.ts'
import { checkPasswordForm, passwordRules } from './check-password-form.ts'
import type { usersContracts } from './contract.ts'
import { proveCurrentPassword } from './prove-password.ts'
import { endPasswordResets, takenNames, updateUser } from './queries.ts'

type ChangeContext = Context<typeof usersContracts.change>

/** The result of a change: the new account, or the names that other users have. */
export type ChangedAccount = { readonly user: UserRow } | { readonly taken: readonly ('username' | 'email')[] }

/**
 * Changes the user's account. A new email address is not set here: the link sent to it confirms it. Throws 422 for
 * invalid changes.
 */
export async function changeAccount(context: ChangeContext): Promise<ChangedAccount> {
  const { body, user, session, services, transaction } = context
  const { password, current_password, email, end_api_tokens, ...fields } = body.user
  const theme = fields.default_theme_id ?? null
  const isNew = theme !== null && theme !== user.default_theme_id
  if (isNew && !(await choosableTheme(services.database.read, user, theme))) {
    throw invalid('default_theme_id', messages.theme.missing)
  }
  const names = {
    username: fields.username === user.username ? undefined : fields.username,
    email: email === user.email ? undefined : email,
  }
  if (password !== undefined || names.email !== undefined) {
    await proveCurrentPassword(services, user, current_password, 'current_password')
  }
  if (password !== undefined) {
    checkPasswordForm(password, { ...user, ...defined(fields) }, await passwordRules(services))
  }
  const taken = await takenNames(services.database.read, names, user.id)
  if (taken.length > 0) return { taken }
  if (names.email !== undefined) await checkEmailRates(services, user, { email: names.email, counted: false })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return transaction(async (trx): Promise<ChangedAccount> => {
    const now = services.now()
    const changes: Updateable<UsersTable> = {
      ...defined(fields),
      ...(passwordHash ? { password_hash: passwordHash, password_changed_at: now } : {}),
      updated_at: now,
    }
    const changed = await updateUser(trx, user.id, changes)
    // The unique violation has aborted the transaction on Postgres, so nothing more can be queried in it.
    if (!changed) throw new HttpError(422, messages.taken[0])
    if (changed.username !== user.username || changed.name !== user.name) await indexPerson(services, trx, user.id)
    const { family } = passwordHash ? await endEverythingElse(context, trx, changed) : session
    const endedTokens = passwordHash && end_api_tokens ? await deleteTokensOf(trx, user.id) : 0
    if (passwordHash)
      await services.mail.send(trx, passwordChangedMail(changed, endedTokens, services.settings.baseUrl))
    if (names.email !== undefined) {
      await requestEmailChange(trx, services, changed, { email: names.email, family })
      await services.mail.send(trx, emailChangeAskedMail(changed, services.settings.baseUrl))
    }
    const columns = Object.keys(changes).filter(
      (key) => !['updated_at', 'password_changed_at', 'password_hash'].includes(key),
    )
    const what = names.email === undefined ? columns : [...columns, 'email']
    await audit(trx, services, context.request, {
      actorId: user.id,
      action: passwordHash ? 'password.change' : 'account.change',
      resource: `user:${user.id}`,
      detail: { fields: what, ...(endedTokens > 0 ? { api_tokens: endedTokens } : {}) },
    })
    return { user: changed }
  })
}

/** Removes fields that were not sent. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** Ends all other sessions, which may be an attacker's, and all mailed links. This session gets a new id. */
async function endEverythingElse(
  { services, request, reply, session }: Pick<ChangeContext, 'services' | 'request' | 'reply' | 'session'>,
  trx: Parameters<Parameters<ChangeContext['transaction']>[0]>[0],
  user: UserRow,
): Promise<SessionRow> {
  await endOtherSessions(trx, user.id, null)
  await endPasswordResets(trx, user.id)
  await deleteEmailChange(trx, user.id)
  await endChallenges(trx, user.id)
  const { sign_on_team_id } = session
  return openSession(trx, services, request, reply, user.id, { sign_on_team_id })
}
