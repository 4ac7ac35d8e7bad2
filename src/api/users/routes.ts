import { messages, takenMessage } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endSession, openSession, type UserRow } from '../../server/http/session.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import { answerLookup } from '../answer-lookup.ts'
import { type Context, type Route, route } from '../route.ts'
import { changeAccount } from './change-account.ts'
import { passwordComplaint } from './check-password-form.ts'
import { usersContracts as contracts } from './contract.ts'
import { deleteAccount } from './delete-account.ts'
import { welcomeMail } from './emails.ts'
import { pictureRoutes } from './picture-routes.ts'
import { insertUser, isUsernameTaken, takenNames, userById, userByUsername } from './queries.ts'
import { ownUserJson, publicUserJson } from './user-json.ts'

/** A 422 for names that belong to others. */
function taken(fields: readonly ('username' | 'email')[]): HttpError {
  const message = takenMessage(0)
  return new HttpError(422, message, { fields: Object.fromEntries(fields.map((field) => [field, [message]])) })
}

async function signUp(context: Context<typeof contracts.signUp>): Promise<UserRow> {
  const { body, services, request, reply, session, transaction } = context
  const { username, name, email, password } = body.user
  const weak = passwordComplaint(password, { username, name, email }, services.settings)
  if (weak !== null) {
    // What is wrong with the name is said along with it. Whether an address is known is not: asking that would be free.
    const nameTaken = await isUsernameTaken(services.database.read, username)
    throw new HttpError(422, weak, { fields: { password: [weak], ...(nameTaken && { username: [takenMessage(0)] }) } })
  }
  const early = await takenNames(services.database.read, { username, email })
  if (early.length > 0) throw taken(early)
  // Counted here and not before: people who mistype a form are not five new accounts.
  const { allowed, retryAfter } = await services.limits.take('sign-up', request.ip)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
  const passwordHash = await hashPassword(password)
  return transaction(async (trx) => {
    const user = await insertUser(trx, { username, name: name ?? null, email, passwordHash }, services.now())
    if (!user) throw taken(await takenNames(trx, { username, email }))
    if (session) await endSession(trx, services, reply, session)
    await openSession(trx, services, request, reply, user.id)
    await services.mail.send(trx, welcomeMail(user, services.settings.baseUrl))
    await audit(trx, services, request, { actorId: user.id, action: 'sign-up', resource: `user:${user.id}` })
    return user
  })
}

async function lookup({ query, db }: Context<typeof contracts.lookup>) {
  const name = query.id ?? query.username ?? ''
  if (name === '') throw invalid('id', messages.form.required)
  return answerLookup(await isUsernameTaken(db, name), query.answer)
}

/** Answers the calls about people and the own account. */
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
    return found.id === user?.id ? ownUserJson(found) : publicUserJson(found)
  }),
  ...pictureRoutes,
]
