import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../server/http/cookies.ts'
import { beginAtProvider, type Provider } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import { redirectUri } from './providers.ts'
import { insertState } from './queries.ts'

/** Time for a sign-on at the provider, in ms. */
const stateLife = 10 * 60_000
/** The cookie that binds a begun sign-on to the browser. */
export const signOnCookie = 'sign-on'
/** Purpose of the key that encrypts nonce and verifier. */
export const stateSealing = 'sign-on-state'
const cookieForm = /^[\w-]{43}$/

/** The stored hash of a state or of the browser's cookie. */
export function hashSignOn(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A sign-on to begin. */
export interface NewSignOn {
  readonly provider: Provider
  /** The team of the provider; null: the instance's. */
  readonly teamId: number | null
  /** The user who links an identity; null: signing in. */
  readonly userId: number | null
  /** A checked path on the app's host; null: the default. */
  readonly returnPath: string | null
}

/** Begins a sign-on and binds it to the browser by a cookie. Returns the provider's URL. Throws ProviderError. */
export async function beginSignOn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, teamId, userId, returnPath }: NewSignOn,
): Promise<string> {
  const { settings } = services
  const { url, state, secrets } = await beginAtProvider(provider, redirectUri(settings, teamId), settings)
  // Several tabs of a browser share the cookie; each has its own state.
  const present = readCookie(request, settings, signOnCookie)
  const browser = present && cookieForm.test(present) ? present : randomBytes(32).toString('base64url')
  setCookie(reply, settings, signOnCookie, browser, stateLife / 1000)
  const now = services.now()
  await insertState(services.database.write, {
    ...{ state_hash: hashSignOn(state), browser_hash: hashSignOn(browser), team_id: teamId, user_id: userId },
    ...{ issuer: provider.issuer, client_id: provider.clientId, return_path: returnPath },
    sealed: services.keys.encrypt(stateSealing, JSON.stringify(secrets)),
    created_at: now,
    expires_at: new Date(now.getTime() + stateLife),
  })
  return url
}
