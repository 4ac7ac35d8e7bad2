import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../server/audit.ts'
import { clearCookie, readCookie } from '../../server/http/cookies.ts'
import { endSession, findSignedIn, openSession } from '../../server/http/session.ts'
import {
  completeAtProvider,
  type Provider,
  ProviderError,
  type ProviderUser,
  type SignOnSecrets,
} from '../../server/identity/oidc.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import type { Services } from '../../server/services.ts'
import { identityLinkedMail } from '../account-emails/emails.ts'
import { beginSignIn, type SecondStepNeeded } from '../sessions/begin-sign-in.ts'
import { hashSignOn, signOnCookie, stateSealing } from './begin.ts'
import { findAccount, link, requireMember, SignOnRefused } from './find-account.ts'
import { providerOf, redirectUri } from './providers.ts'
import { consumeState, type SignOnStateRow } from './queries.ts'

/**
 * Takes the begun sign-on of a callback, once. It must have begun in this browser, at this callback's provider, and the
 * provider must be the same as then. Throws SignOnRefused.
 */
async function takeState(services: Services, request: FastifyRequest, key: string, state: string) {
  const browser = readCookie(request, services.settings, signOnCookie)
  const row = await consumeState(services.database.write, hashSignOn(state))
  const isValid =
    row !== undefined &&
    browser !== null &&
    row.browser_hash === hashSignOn(browser) &&
    row.expires_at > services.now() &&
    key === String(row.team_id ?? 'instance')
  if (!isValid) throw new SignOnRefused('state')
  const provider = await providerOf(services, services.database.read, row.team_id)
  if (provider?.issuer !== row.issuer || provider.clientId !== row.client_id) throw new SignOnRefused('state')
  return { row, provider }
}

/** Asks the provider who the browser's user is. Throws SignOnRefused. */
async function askProvider(
  services: Services,
  request: FastifyRequest,
  { row, provider, state }: { readonly row: SignOnStateRow; readonly provider: Provider; readonly state: string },
): Promise<ProviderUser> {
  const secrets = JSON.parse(services.keys.decrypt(stateSealing, row.sealed)) as SignOnSecrets
  // Built from the base URL: the Host header of a proxy may differ.
  const url = new URL(
    redirectUri(services.settings, row.team_id) + new URL(request.url, services.settings.baseUrl).search,
  )
  try {
    return await completeAtProvider(provider, { url, state, secrets }, services.settings)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    services.log.warn({ fault: error.fault, team: row.team_id }, error.message)
    throw new SignOnRefused(error.fault === 'refused' ? 'refused' : 'provider')
  }
}

/** Links the identity to the account of the user who began it, if that user is still signed in. */
async function completeLink(services: Services, request: FastifyRequest, row: SignOnStateRow, person: ProviderUser) {
  const signedIn = await findSignedIn(services, request)
  const userId = row.user_id as number
  if (signedIn?.user.id !== userId) throw new SignOnRefused('session')
  await services.database.transaction(async (trx) => {
    await requireMember(trx, userId, row.team_id)
    await link(trx, services, person, userId)
    const { host } = new URL(person.issuer)
    await services.mail.send(trx, identityLinkedMail(signedIn.user, host, services.settings.baseUrl))
    // The user has just signed on, so the session counts as the team's.
    const begun = { sign_on_team_id: row.team_id }
    const { family } = signedIn.session
    if (row.team_id !== null) await trx.updateTable('sessions').set(begun).where('family', '=', family).execute()
    const [resource, detail] = [`user:${userId}`, { issuer: person.issuer }]
    await audit(trx, services, request, { actorId: userId, action: 'identity.link', resource, detail })
  })
}

/**
 * Signs the provider's user in. An account's second step follows a team's provider, whose managers could otherwise sign
 * in as any linked member. The instance's provider is its operator's, who vouches for it.
 */
async function completeSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, person }: { readonly row: SignOnStateRow; readonly person: ProviderUser },
): Promise<SecondStepNeeded | null> {
  const { team_id: teamId } = row
  // Hashed before the transaction, which would block other writers meanwhile.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const earlier = await findSignedIn(services, request)
  return services.database.transaction(async (trx) => {
    const user = await findAccount(trx, services, { person, teamId, passwordHash, request })
    if (earlier) await endSession(trx, services, reply, earlier.session)
    let needed: SecondStepNeeded | null = null
    if (teamId === null) await openSession(trx, services, request, reply, user.id)
    else needed = await beginSignIn(trx, { services, request, reply }, user, { sign_on_team_id: teamId })
    const [resource, detail] = [`user:${user.id}`, { by: 'sign-on', issuer: person.issuer, team: teamId }]
    const action = needed ? 'sign-in.sign-on' : 'sign-in'
    await audit(trx, services, request, { actorId: user.id, action, resource, detail })
    return needed
  })
}

/**
 * Completes the sign-on of a callback: signs in, possibly but for the second step, or links an identity. `key`: the
 * team's id, or 'instance'. Throws SignOnRefused.
 */
export async function completeSignOn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<{ readonly row: SignOnStateRow; readonly needed: SecondStepNeeded | null }> {
  const state = new URL(request.url, services.settings.baseUrl).searchParams.get('state') ?? ''
  const { row, provider } = await takeState(services, request, key, state)
  let needed: SecondStepNeeded | null = null
  try {
    const person = await askProvider(services, request, { row, provider, state })
    if (row.user_id === null) needed = await completeSignIn(services, request, reply, { row, person })
    else await completeLink(services, request, row, person)
  } catch (error) {
    if (error instanceof SignOnRefused) error.isLink = row.user_id !== null
    throw error
  }
  clearCookie(reply, services.settings, signOnCookie)
  return { row, needed }
}
