import { randomBytes } from 'node:crypto'
import { accountMessages } from '../../rules/account-messages.ts'
import { apiTokenPrefix } from '../../rules/api-tokens.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { apiTokenCreatedMail } from '../account-emails/emails.ts'
import { lockOwner } from '../owner.ts'
import { type Context, type Route, route } from '../route.ts'
import { withOwnerProof } from '../two-step/prove-owner.ts'
import { apiTokensContracts as contracts } from './contract.ts'
import { hashApiToken } from './find-by-token.ts'
import { type ApiTokenRow, deleteToken, insertToken, tokensOf } from './queries.ts'

const dayInMs = 86_400_000

function toJson(row: ApiTokenRow, now: Date) {
  const { id, name, scope, created_at, expires_at, last_used_at, last_used_address } = row
  return { id, name, scope, expired: expires_at <= now, created_at, expires_at, last_used_at, last_used_address }
}

async function create(context: Context<typeof contracts.create>) {
  const { body, user, services, request } = context
  const { name, scope, expires_in_days, current_password: password, code } = body.api_token
  const token = apiTokenPrefix + randomBytes(32).toString('base64url')
  const now = services.now()
  const perform = async (trx: Db) => {
    await lockOwner(trx, services.database.kind, { user: user.id })
    if ((await tokensOf(trx, user.id)).length >= limits.apiToken.count)
      throw invalid('name', accountMessages.apiToken.full)
    const inserted = await insertToken(trx, {
      ...{ user_id: user.id, name, scope, token_hash: hashApiToken(services, token), created_at: now },
      expires_at: new Date(now.getTime() + expires_in_days * dayInMs),
    })
    await services.mail.send(trx, apiTokenCreatedMail(user, inserted.name, services.settings.baseUrl))
    await audit(trx, services, request, {
      actorId: user.id,
      action: 'api-token.create',
      resource: `api_token:${inserted.id}`,
      detail: { scope, days: expires_in_days },
    })
    return inserted
  }
  const row = await withOwnerProof(services, { user, password, code, perform })
  return { ...toJson(row, now), token }
}

async function remove({ db, services, request, user, params }: Context<typeof contracts.remove>): Promise<undefined> {
  if (!(await deleteToken(db, user.id, params.id))) throw new HttpError(404, messages.access.notFound)
  const entry = { actorId: user.id, action: 'api-token.delete', resource: `api_token:${params.id}` }
  await audit(db, services, request, entry)
  return undefined
}

/** Handlers of the API token routes. */
export const apiTokensRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, services, user }) => {
    const now = services.now()
    const results = (await tokensOf(db, user.id)).map((row) => toJson(row, now))
    return { results, total: results.length, page: 1, per_page: results.length }
  }),
  route(contracts.create, create),
  route(contracts.remove, remove),
]
