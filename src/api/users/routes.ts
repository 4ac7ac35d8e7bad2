import { accountMessages } from '../../rules/account-messages.ts'
import { messages, takenMessage } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endSession, openSession, type UserRow } from '../../server/http/session.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import { welcomeMail } from '../account-emails/emails.ts'
import { answerLookup } from '../answer-lookup.ts'
import { type Context, type Route, route } from '../route.ts'
import { requireSignUp } from '../sign-up/require-sign-up.ts'
import { takeSetupCode } from '../sign-up/setup-code.ts'
import { teamById } from '../teams/queries.ts'
import { changeAccount } from './change-account.ts'
import { passwordComplaint, passwordRules } from './check-password-form.ts'
import { usersContracts as contracts } from './contract.ts'
import { deleteAccount } from './delete-account.ts'
import { pictureRoutes } from './picture-routes.ts'
import { insertUser, isFirstAccount, isUsernameTaken, takenNames, userById, userByUsername } from './queries.ts'
import { ownUserJson, publicUserJson } from './user-json.ts'

/** The 422 for names that other users have. */
function taken(fields: readonly ('username' | 'email')[]): HttpError {
  const message = takenMessage(0)
  return new HttpError(422, message, { fields: Object.fromEntries(fields.map((field) => [field, [message]])) })
}

async function signUp(context: Context<typeof contracts.signUp>): Promise<UserRow> {
  const { body, services, request, reply, session, transaction, afterCommit } = context
  const { username, name, email, password, setup_code: code = '' } = body.user
  const { setup } = await requireSignUp(services, 'open', code)
  const weak = passwordComplaint(password, { username, name, email }, await passwordRules(services))
  if (weak !== null) {
    // Reports a taken username in the same answer. It never reports a taken email address, since this check is not rate
    // limited.
    const nameTaken = await isUsernameTaken(services.database.read, username)
    throw new HttpError(422, weak, { fields: { password: [weak], ...(nameTaken && { username: [takenMessage(0)] }) } })
  }
  const early = await takenNames(services.database.read, { username, email })
  if (early.length > 0) throw taken(early)
  // Counts only valid forms, so that typing errors do not use up the limit.
  const { allowed, retryAfter } = await services.limits.take('sign-up', request.ip)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
  const passwordHash = await hashPassword(password)
  return transaction(async (trx) => {
    if (setup && !(await takeSetupCode(trx, services, code)))
      throw invalid('setup_code', accountMessages.signUp.wrongCode)
    const operator = setup || (!services.settings.production && (await isFirstAccount(trx)))
    const account = { username, name: name ?? null, email, passwordHash, operator }
    const user = await insertUser(trx, account, services.now())
    if (!user) throw taken(await takenNames(trx, { username, email }))
    if (session) await endSession(trx, services, reply, session)
    await openSession(trx, services, request, reply, user.id)
    await services.mail.send(trx, welcomeMail(user, services.settings.baseUrl))
    const detail = setup ? { operator: true } : {}
    await audit(trx, services, request, { actorId: user.id, action: 'sign-up', resource: `user:${user.id}`, detail })
    if (setup) afterCommit(() => services.instance.changed())
    return user
  })
}

async function lookup({ query, db }: Context<typeof contracts.lookup>) {
  const name = query.id ?? query.username ?? ''
  if (name === '') throw invalid('id', messages.form.required)
  return answerLookup(await isUsernameTaken(db, name), query.answer)
}

/** Handlers of the user routes. */
export const usersRoutes: readonly Route[] = [
  route(contracts.signUp, async (context) => ownUserJson(await signUp(context))),
  route(contracts.change, async (context) => {
    const done = await changeAccount(context)
    if ('taken' in done) throw taken(done.taken)
    return ownUserJson(done.user)
  }),
  route(contracts.destroy, deleteAccount),
  route(contracts.lookup, lookup),
  route(contracts.me, async ({ user }) => ownUserJson(user)),
  route(contracts.read, async ({ params, query, db, user }) => {
    const byName = query.by === 'username'
    const found = await (byName ? userByUsername(db, params.id) : userById(db, params.id))
    if (!found?.active) throw new HttpError(404, messages.access.notFound)
    const json = found.id === user?.id ? ownUserJson(found) : publicUserJson(found)
    return { ...json, team_slug: (await teamById(db, found.team_id))?.slug ?? null }
  }),
  ...pictureRoutes,
]
