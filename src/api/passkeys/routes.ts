import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { endSession, openSession, type UserRow } from '../../server/http/session.ts'
import { passkeyChangedMail } from '../account-emails/emails.ts'
import { lockOwner } from '../owner.ts'
import { type Context, type Route, route } from '../route.ts'
import { inactiveMessage } from '../sessions/inactive-message.ts'
import { withOwnerProof } from '../two-step/prove-owner.ts'
import { userById } from '../users/queries.ts'
import { ownUserJson } from '../users/user-json.ts'
import { creationOptions, requestOptions, takeChallenge, verifyCreation, verifySignIn } from './ceremonies.ts'
import { passkeysContracts as contracts } from './contract.ts'
import {
  deletePasskey,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  passkeyByCredential,
  passkeysOf,
  renamePasskey,
} from './queries.ts'

const missing = () => new HttpError(404, messages.access.notFound)

/** Throws 404 on team hosts: passkeys belong to the app's host. */
function checkAppHost({ request }: Pick<Context, 'request'>): void {
  if (request.surface.kind !== 'app') throw missing()
}

function toJson({ id, name, created_at, last_used_at }: PasskeyRow) {
  return { id, name, created_at, last_used_at }
}

async function begin(context: Context<typeof contracts.begin>) {
  const { body, user, services } = context
  checkAppHost(context)
  const { current_password: password, code } = body.passkey
  return withOwnerProof(services, {
    ...{ user, password, code },
    async perform(trx) {
      const existing = await passkeysOf(trx, user.id)
      if (existing.length >= limits.passkey.count) throw invalid('base', accountMessages.passkey.full)
      return { ...(await creationOptions(trx, services, user, existing)) }
    },
  })
}

async function create(context: Context<typeof contracts.create>): Promise<PasskeyRow> {
  const { body, user, services, request, transaction } = context
  checkAppHost(context)
  const { name, credential } = body.passkey
  const refused = invalid('base', accountMessages.passkey.refused)
  const asked = await takeChallenge(services, credential, 'passkey-create')
  if (asked?.user_id !== user.id || asked.user_handle === null) throw refused
  const { user_handle } = asked
  const created = await verifyCreation(services, credential, asked.challenge)
  if (!created) throw refused
  return transaction(async (trx) => {
    await lockOwner(trx, services.database.kind, { user: user.id })
    const existing = await passkeysOf(trx, user.id)
    if (existing.length >= limits.passkey.count) throw invalid('base', accountMessages.passkey.full)
    const row = await insertPasskey(trx, {
      ...{ user_id: user.id, name, credential_id: created.credential.id, counter: created.credential.counter },
      public_key: Buffer.from(created.credential.publicKey).toString('base64url'),
      user_handle,
      transports: JSON.stringify((created.credential.transports ?? []).slice(0, 10)),
      created_at: services.now(),
    })
    if (!row) throw refused
    await services.mail.send(trx, passkeyChangedMail(user, { name, isNew: true }, services.settings.baseUrl))
    const entry = { actorId: user.id, action: 'passkey.create', resource: `passkey:${row.id}` }
    await audit(trx, services, request, entry)
    return row
  })
}

async function remove({ db, services, request, user, params }: Context<typeof contracts.remove>): Promise<undefined> {
  const row = await deletePasskey(db, user.id, params.id)
  if (!row) throw missing()
  await services.mail.send(db, passkeyChangedMail(user, { name: row.name, isNew: false }, services.settings.baseUrl))
  const entry = { actorId: user.id, action: 'passkey.delete', resource: `passkey:${row.id}` }
  await audit(db, services, request, entry)
  return undefined
}

async function signIn(context: Context<typeof contracts.signIn>): Promise<UserRow> {
  const { body, services, request, reply, session, transaction } = context
  checkAppHost(context)
  const { credential } = body.user
  const refused = new HttpError(401, accountMessages.passkey.unknown)
  const asked = await takeChallenge(services, credential, 'passkey-sign-in')
  const passkey = asked && (await passkeyByCredential(services.database.read, credential.id))
  const user = passkey && (await userById(services.database.read, String(passkey.user_id)))
  if (!user) throw refused
  const resource = `user:${user.id}`
  const counter = await verifySignIn(services, credential, { challenge: asked.challenge, passkey })
  if (counter === null || !user.active) {
    await audit(services.database.write, services, request, { actorId: null, action: 'sign-in.fail', resource })
    throw counter === null ? refused : new HttpError(401, inactiveMessage(user))
  }
  await transaction(async (trx) => {
    if (!(await noteUse(trx, passkey, counter, services.now()))) throw refused
    if (session) await endSession(trx, services, reply, session)
    await openSession(trx, services, request, reply, user.id)
    const detail = { by: 'passkey' }
    await audit(trx, services, request, { actorId: user.id, action: 'sign-in', resource, detail })
  })
  // Uncounts the successful attempt, as for passwords.
  await services.limits.refund('sign-in', request.ip)
  return user
}

/** Handlers of the passkey routes. */
export const passkeysRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, user }) => {
    const results = (await passkeysOf(db, user.id)).map(toJson)
    return { results, total: results.length, page: 1, per_page: results.length }
  }),
  route(contracts.begin, begin),
  route(contracts.create, async (context) => toJson(await create(context))),
  route(contracts.change, async ({ db, user, params, body }) => {
    const row = await renamePasskey(db, { userId: user.id, id: params.id, name: body.passkey.name })
    if (!row) throw missing()
    return toJson(row)
  }),
  route(contracts.remove, remove),
  route(contracts.signInOptions, async (context) => {
    checkAppHost(context)
    return { ...(await requestOptions(context.db, context.services)) }
  }),
  route(contracts.signIn, async (context) => ownUserJson(await signIn(context))),
]
