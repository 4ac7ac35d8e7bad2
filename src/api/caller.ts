import type { FastifyRequest } from 'fastify'
import { accountMessages } from '../rules/account-messages.ts'
import type { HostedUser } from '../server/db/hosted-users.ts'
import { HttpError } from '../server/http/http-error.ts'
import { findSignedIn, type SessionRow } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import { type ApiTokenUse, bearerToken, findByToken } from './api-tokens/find-by-token.ts'
import { type Contract, refusesTokens } from './contract.ts'

/** The user of an API call: by a session or by an API token. */
export interface Caller {
  readonly user: HostedUser
  readonly session: SessionRow | null
  readonly apiToken: ApiTokenUse | null
}

/**
 * The user of an API call; null for visitors. Throws 401 for an invalid token: a program must not continue as a visitor.
 * `countFailure` runs before that error.
 */
export async function findCaller(
  services: Services,
  request: FastifyRequest,
  countFailure: () => Promise<void>,
): Promise<Caller | null> {
  const token = bearerToken(request, services)
  if (token === null) {
    const signedIn = await findSignedIn(services, request)
    return signedIn && { ...signedIn, apiToken: null }
  }
  const found = await findByToken(services, request, token)
  if (found) return { ...found, session: null }
  await countFailure()
  throw new HttpError(401, accountMessages.apiToken.invalid, { authenticate: 'Bearer error="invalid_token"' })
}

/** Throws 403 if a route refuses API tokens, or a write is called with a token that may only read. */
export function checkToken(contract: Contract, { scope }: ApiTokenUse): void {
  if (refusesTokens(contract)) throw new HttpError(403, accountMessages.apiToken.refused)
  if (contract.method !== 'GET' && scope === 'read') throw new HttpError(403, accountMessages.apiToken.readOnly)
}
