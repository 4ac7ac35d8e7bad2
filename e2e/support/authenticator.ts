import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app, `ahead` periods of 30 s from now. */
export function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
}
