import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { codeDigits, recoveryCodeCount, recoveryCodeLength } from '../../rules/two-step.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { acceptCounter, authenticatorOf, consumeRecoveryCode } from './queries.ts'

/** Seconds of a code, as all apps use. */
const period = 30
/** Periods by which the clocks of app and server may differ. */
const window = 1
/** Digits and capitals without those that look alike; 32 of them, so each is 5 random bits. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new secret for an app, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The otpauth: address of a secret, for apps, which show the instance's name. Its host tells accounts apart. */
export async function otpauthUrl(
  { settings, instance }: Pick<Services, 'settings' | 'instance'>,
  user: Pick<UserRow, 'username'>,
  secret: string,
): Promise<string> {
  const label = `${user.username} at ${new URL(settings.baseUrl).host}`
  return new TOTP({ issuer: (await instance.read()).name, label, secret, digits: codeDigits, period }).toString()
}

/** Seals a secret for the database. */
export function sealSecret({ keys }: Pick<Services, 'keys'>, secret: string): string {
  return keys.encrypt('authenticator', secret)
}

/** The time step of an app's code; null if it is wrong. In periods since 1970. */
function counterOf(secret: string, token: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    digits: codeDigits,
    period,
    timestamp,
    window,
  })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

/** New recovery codes, such as ABCD-EFGH-JKLM-NPQR: 80 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = [...randomBytes(recoveryCodeLength)].map((byte) => letters[byte % letters.length]).join('')
    return text.replace(/.{4}(?=.)/g, '$&-')
  })
}

/**
 * The stored hash of a recovery code. Not keyed, since a changed SECRET_KEY would lock users out; the code itself is
 * too long to be guessed.
 */
export function hashRecoveryCode(userId: number, code: string): string {
  const plain = code.replace(/[^0-9a-z]/gi, '').toUpperCase()
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex')
}

/**
 * Uses up a code: of the confirmed app (also of an unconfirmed one, with `unconfirmed`), or a recovery code. Returns
 * which it was; null if it is wrong or used. Call in a transaction.
 */
export async function useCode(
  trx: Db,
  services: Pick<Services, 'keys' | 'now'>,
  { userId, code, unconfirmed = false }: { userId: number; code: string; unconfirmed?: boolean },
): Promise<'app' | 'recovery-code' | null> {
  const row = await authenticatorOf(trx, userId)
  if (!row || (row.confirmed_at === null) !== unconfirmed) return null
  const digits = code.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = services.keys.decrypt('authenticator', row.secret_sealed)
    const counter = counterOf(secret, digits, services.now())
    return counter !== null && (await acceptCounter(trx, userId, counter)) ? 'app' : null
  }
  if (unconfirmed) return null
  return (await consumeRecoveryCode(trx, userId, hashRecoveryCode(userId, code))) ? 'recovery-code' : null
}
