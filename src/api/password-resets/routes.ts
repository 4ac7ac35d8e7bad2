import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { type HttpError, invalid } from '../../server/http/http-error.ts'
import { endOtherSessions, type UserRow } from '../../server/http/session.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import { passwordChangedMail } from '../account-emails/emails.ts'
import { deleteTokensOf } from '../api-tokens/queries.ts'
import { deleteEmailChange } from '../email-changes/queries.ts'
import { type Context, type Route, route } from '../route.ts'
import { beginSignIn, type SecondStepNeeded } from '../sessions/begin-sign-in.ts'
import { endChallenges } from '../sessions/challenges.ts'
import { checkPasswordForm, passwordRules } from '../users/check-password-form.ts'
import { endPasswordResets, updateUser, verifyEmail } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { passwordResetsContracts as contracts } from './contract.ts'
import { consumeReset, userOfReset } from './queries.ts'
import { hashResetToken } from './reset-token.ts'

async function requestReset({
  body,
  transaction,
  services,
}: Context<typeof contracts.requestReset>): Promise<{ message: string }> {
  const { email } = body.user
  // Above the limit the answer is the same, since another answer would reveal that the account exists.
  const { allowed } = await services.limits.take('mails-to-address', email)
  if (allowed) await transaction((trx) => services.jobs.add(trx, 'password-reset', { email }))
  return { message: messages.session.resetSent }
}

function endedLink(): HttpError {
  return invalid('reset_password_token', messages.session.resetInvalid)
}

async function check({ query, db, services }: Context<typeof contracts.check>): Promise<undefined> {
  const tokenHash = hashResetToken(services, query.reset_password_token)
  if (!(await userOfReset(db, tokenHash, services.now()))) throw endedLink()
}

async function set(context: Context<typeof contracts.set>): Promise<UserRow | SecondStepNeeded> {
  const { body, services, request, transaction } = context
  const { reset_password_token, password } = body.user
  const tokenHash = hashResetToken(services, reset_password_token)
  const user = await userOfReset(services.database.read, tokenHash, services.now())
  if (!user) throw endedLink()
  checkPasswordForm(password, user, await passwordRules(services))
  const passwordHash = await hashPassword(password)
  return transaction(async (trx) => {
    if (!(await consumeReset(trx, tokenHash))) throw endedLink()
    const now = services.now()
    const changes = { password_hash: passwordHash, password_changed_at: now, updated_at: now }
    // The link was mailed to the address, and ends when the address changes.
    await verifyEmail(trx, user.id, now)
    const changed = (await updateUser(trx, user.id, changes)) as UserRow
    await endPasswordResets(trx, user.id)
    await deleteEmailChange(trx, user.id)
    await endOtherSessions(trx, user.id, null)
    await endChallenges(trx, user.id)
    // A user who lost control of the account resets the password, so nothing that was made with it may continue.
    const endedTokens = await deleteTokensOf(trx, user.id)
    const needed = await beginSignIn(trx, context, user)
    await services.mail.send(trx, passwordChangedMail(changed, endedTokens, services.settings.baseUrl))
    const entry = { actorId: user.id, action: 'password.reset', resource: `user:${user.id}` }
    await audit(trx, services, request, {
      ...entry,
      ...(endedTokens > 0 ? { detail: { api_tokens: endedTokens } } : {}),
    })
    return needed ?? changed
  })
}

/** Handlers of the password reset routes. */
export const passwordResetsRoutes: readonly Route[] = [
  route(contracts.requestReset, requestReset),
  route(contracts.check, check),
  route(contracts.set, async (context) => {
    const done = await set(context)
    return 'second_step' in done ? done : ownUserJson(done)
  }),
]
