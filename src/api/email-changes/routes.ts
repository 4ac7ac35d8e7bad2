import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endSessionsExcept, type UserRow } from '../../server/http/session.ts'
import { emailChangedMail } from '../account-emails/emails.ts'
import { type Context, type Route, route } from '../route.ts'
import { endPasswordResets, updateUser, userById } from '../users/queries.ts'
import { emailChangesContracts as contracts } from './contract.ts'
import { changeByToken, deleteEmailChange, type EmailChangeRow, emailChangeOf } from './queries.ts'
import { checkEmailRates, hashEmailToken, requestEmailChange } from './request-change.ts'

const ended = () => invalid('email_token', accountMessages.emailChange.ended)

function toJson({ email, created_at, expires_at }: EmailChangeRow) {
  return { email, created_at, expires_at }
}

async function resend({ db, services, user }: Context<typeof contracts.resend>) {
  const pending = await emailChangeOf(db, user.id, services.now())
  if (!pending) throw new HttpError(404, messages.access.notFound)
  await checkEmailRates(services, user, { email: pending.email, counted: true })
  // The session that proved the password is still the one that survives: any other may ask for the mail again.
  const { email, family } = pending
  const change = await requestEmailChange(db, services, user, { email, family })
  return { email_change: toJson(change) }
}

async function cancel({ db, services, request, user }: Context<typeof contracts.cancel>): Promise<undefined> {
  if (!(await deleteEmailChange(db, user.id))) throw new HttpError(404, messages.access.notFound)
  const entry = { actorId: user.id, action: 'email.cancel', resource: `user:${user.id}` }
  await audit(db, services, request, entry)
  return undefined
}

async function check({ query, db, services }: Context<typeof contracts.check>) {
  const change = await changeByToken(db, hashEmailToken(services, query.email_token), services.now())
  if (!change) throw ended()
  return { email: change.email }
}

async function confirm({ body, db, services, request, user: caller, session }: Context<typeof contracts.confirm>) {
  const tokenHash = hashEmailToken(services, body.user.email_token)
  const now = services.now()
  const change = await changeByToken(db, tokenHash, now)
  // Deleted by its token: of two confirmations at once, only one finds it.
  if (!change || !(await deleteEmailChange(db, change.user_id, tokenHash))) throw ended()
  const before = (await userById(db, String(change.user_id))) as UserRow
  const user = await updateUser(db, before.id, { email: change.email, email_verified_at: now, updated_at: now })
  // Another account got the address since it was asked for.
  if (!user) throw invalid('email_token', accountMessages.emailChange.taken)
  const kept = [change.family, ...(caller?.id === user.id && session ? [session.family] : [])]
  await endSessionsExcept(db, user.id, kept)
  await endPasswordResets(db, user.id)
  await services.mail.send(db, emailChangedMail(user, before.email, services.settings.baseUrl))
  await audit(db, services, request, { actorId: user.id, action: 'email.change', resource: `user:${user.id}` })
  return { email: user.email }
}

/** Handlers of the routes for a change of the e-mail address. */
export const emailChangesRoutes: readonly Route[] = [
  route(contracts.read, async ({ db, services, user }) => {
    const change = await emailChangeOf(db, user.id, services.now())
    return { email_change: change ? toJson(change) : null }
  }),
  route(contracts.resend, resend),
  route(contracts.cancel, cancel),
  route(contracts.check, check),
  route(contracts.confirm, confirm),
]
