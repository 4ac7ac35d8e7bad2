import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { ChallengeKind } from '../../server/db/account-security-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { hashChallenge } from '../sessions/begin-sign-in.ts'
import { type ChallengeRow, consumeChallenge, insertChallenge } from '../sessions/challenges.ts'
import type { SentCredential } from './contract.ts'
import type { PasskeyRow } from './queries.ts'

/** Time for a WebAuthn dialog, in ms. */
const challengeLife = 10 * 60_000

/** The relying party: the app's host. Passkeys never work for a team's host, which is another origin. */
function relyingParty({ settings }: Pick<Services, 'settings'>): { readonly rpID: string; readonly origin: string } {
  const { hostname, origin } = new URL(settings.baseUrl)
  return { rpID: hostname, origin }
}

async function storeChallenge(
  db: Db,
  services: Services,
  { challenge, ...row }: Pick<ChallengeRow, 'kind' | 'user_id'> & { challenge: string; user_handle?: string },
): Promise<void> {
  const now = services.now()
  const expires_at = new Date(now.getTime() + challengeLife)
  await insertChallenge(db, { ...row, id_hash: hashChallenge(challenge), created_at: now, expires_at })
}

/**
 * The options that create a passkey. Discoverable and with user verification, so that it counts as both steps.
 * `existing`: the user's passkeys, which no authenticator makes twice.
 */
export async function creationOptions(db: Db, services: Services, user: UserRow, existing: readonly PasskeyRow[]) {
  const userHandle = existing[0]?.user_handle ?? randomBytes(32).toString('base64url')
  const options = await generateRegistrationOptions({
    ...{ rpName: (await services.instance.read()).name, rpID: relyingParty(services).rpID },
    ...{ userName: user.username, userDisplayName: user.name ?? user.username },
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    ...{ timeout: challengeLife, attestationType: 'none' },
    excludeCredentials: existing.map((row) => ({ id: row.credential_id, transports: [...row.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(db, services, {
    ...{ challenge: options.challenge, kind: 'passkey-create', user_id: user.id, user_handle: userHandle },
  })
  return options
}

/** The options that sign in with any passkey of this host: the authenticator says whose it is. */
export async function requestOptions(db: Db, services: Services) {
  const { rpID } = relyingParty(services)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout: challengeLife })
  await storeChallenge(db, services, { challenge: options.challenge, kind: 'passkey-sign-in', user_id: null })
  return options
}

/** The challenge that a credential answers; '' if it is malformed. */
function challengeOf({ response }: SentCredential): string {
  try {
    const text = Buffer.from(String(response.clientDataJSON), 'base64url').toString('utf8')
    return String((JSON.parse(text) as { challenge?: unknown }).challenge)
  } catch {
    return ''
  }
}

/** Uses up the challenge that a credential answers, whether or not the answer is right. Undefined if it has ended. */
export async function takeChallenge(
  services: Services,
  credential: SentCredential,
  kind: ChallengeKind,
): Promise<(ChallengeRow & { readonly challenge: string }) | undefined> {
  const challenge = challengeOf(credential)
  const row = await consumeChallenge(services.database.write, hashChallenge(challenge), kind, services.now())
  return row && { ...row, challenge }
}

/** The new passkey of a credential; null if its origin, challenge or signature is wrong, or the user is not verified. */
export async function verifyCreation(
  services: Services,
  credential: SentCredential,
  challenge: string,
): Promise<VerifiedRegistrationResponse['registrationInfo'] | null> {
  const { rpID, origin } = relyingParty(services)
  // The library checks the fields of the response.
  const response = credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response']
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID }
  try {
    const result = await verifyRegistrationResponse({ response, ...expected, requireUserVerification: true })
    return result.registrationInfo ?? null
  } catch {
    return null
  }
}

/** The new counter of a passkey that signed the challenge; null if anything is wrong, or the counter went back. */
export async function verifySignIn(
  services: Services,
  credential: SentCredential,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: PasskeyRow },
): Promise<number | null> {
  const { rpID, origin } = relyingParty(services)
  const { userHandle } = credential.response
  if (userHandle !== undefined && userHandle !== null && userHandle !== passkey.user_handle) return null
  // As above.
  const response = credential as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response']
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
  const known = { id: passkey.credential_id, publicKey, counter: passkey.counter }
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...{ response, ...expected, credential: known, requireUserVerification: true },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
