import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import type { Settings } from '../env.ts'
import { checkProviderUrl, createGuardedFetch, FetchRefused } from './guarded-fetch.ts'

/** An OpenID provider, and this instance's client at it. */
export interface Provider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What a browser's sign-on needs to be completed. Kept on the server, encrypted. */
export interface SignOnSecrets {
  readonly nonce: string
  readonly verifier: string
}

/** The user as the provider describes them. */
export interface ProviderUser {
  readonly issuer: string
  readonly subject: string
  /** In lower case. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
}

/** Why a provider cannot be used, or an answer of it is not accepted. */
export type ProviderFault = 'private' | 'unreachable' | 'mismatch' | 'refused' | 'invalid'

/** A failure of a provider. The cause is logged by its name alone: answers may contain secrets. */
export class ProviderError extends Error {
  readonly fault: ProviderFault
  constructor(fault: ProviderFault, cause: unknown) {
    super(`the OpenID provider: ${fault} (${nameOf(cause)})`)
    this.fault = fault
  }
}

type Rules = Pick<Settings, 'production' | 'privateIssuers'>

/** Time limit of a request, and tolerated difference of clocks, both in seconds. */
const timeout = 10
const clockTolerance = 60
/** Cached configurations of providers: their age in ms, and their number. */
const configurationLife = 10 * 60_000
const configurations = 200

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** Sends the secret as the provider asks: as Basic unless it takes only forms. */
function authenticate(secret: string): client.ClientAuth {
  return (as, metadata, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesForm = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (usesForm ? client.ClientSecretPost : client.ClientSecretBasic)(secret)(as, metadata, body, headers)
  }
}

const cache = new Map<string, { readonly at: number; readonly made: Promise<client.Configuration> }>()

/** The provider's configuration, at most ten minutes old. Throws ProviderError. */
async function configurationOf(provider: Provider, rules: Rules): Promise<client.Configuration> {
  const parts = [provider.issuer, provider.clientId, provider.clientSecret, rules.production, rules.privateIssuers]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const known = cache.get(key)
  if (known && performance.now() - known.at < configurationLife) return known.made
  if (cache.size >= configurations) cache.clear()
  const made = discover(provider, rules)
  cache.set(key, { at: performance.now(), made })
  // A failure is not cached.
  made.catch(() => cache.delete(key))
  return made
}

async function discover({ issuer, clientId, clientSecret }: Provider, rules: Rules): Promise<client.Configuration> {
  try {
    const url = new URL(issuer)
    checkProviderUrl(url, rules)
    const isInsecure = url.protocol === 'http:'
    const metadata = { [client.clockTolerance]: clockTolerance }
    const found = await client.discovery(url, clientId, metadata, authenticate(clientSecret), {
      timeout,
      [client.customFetch]: createGuardedFetch(rules) as client.CustomFetch,
      // Verifies the id token's signature too: the default trusts the connection. The guarded fetch refuses http
      // everywhere but on a development machine.
      execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
    })
    const { authorization_endpoint: endpoint, jwks_uri, token_endpoint } = found.serverMetadata()
    for (const one of [endpoint, jwks_uri, token_endpoint]) checkProviderUrl(new URL(one ?? ''), rules)
    return found
  } catch (error) {
    const all = causes(error)
    if (all.some((one) => one instanceof FetchRefused)) throw new ProviderError('private', error)
    const isMismatch = all.some((one) => /issuer/.test(one.message))
    throw new ProviderError(isMismatch ? 'mismatch' : 'unreachable', error)
  }
}

/** Checks that a provider answers with its metadata. Throws ProviderError. */
export async function checkProvider(provider: Provider, rules: Rules): Promise<void> {
  await discover(provider, rules)
}

/** Begins a sign-on: the URL to open in the browser, the state in it, and what completes it. Throws ProviderError. */
export async function beginAtProvider(
  provider: Provider,
  redirectUri: string,
  rules: Rules,
): Promise<{ readonly url: string; readonly state: string; readonly secrets: SignOnSecrets }> {
  const configuration = await configurationOf(provider, rules)
  const secrets = { nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    response_type: 'code',
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce: secrets.nonce },
  })
  return { url: url.href, state, secrets }
}

function userOf(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): ProviderUser {
  const { email, email_verified: verified, name } = claims
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email.trim().toLowerCase() : null,
    // Some providers send this flag as text.
    emailVerified: verified === true || verified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
  }
}

/**
 * Completes a sign-on with the URL to which the provider sent the browser. Issuer, audience, signature, expiry, nonce,
 * state and PKCE are verified. Throws ProviderError.
 */
export async function completeAtProvider(
  provider: Provider,
  answer: { readonly url: URL; readonly state: string; readonly secrets: SignOnSecrets },
  rules: Rules,
): Promise<ProviderUser> {
  const configuration = await configurationOf(provider, rules)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answer.url, {
      expectedState: answer.state,
      expectedNonce: answer.secrets.nonce,
      pkceCodeVerifier: answer.secrets.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no id token')
    const isWhole = 'email' in claims && 'email_verified' in claims
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = isWhole || !hasMore ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return userOf(claims.iss, claims.sub, { ...more, ...claims })
  } catch (error) {
    const isRefusal = error instanceof client.AuthorizationResponseError
    throw new ProviderError(isRefusal ? 'refused' : 'invalid', error)
  }
}
