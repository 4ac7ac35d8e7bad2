import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Keys } from './services.ts'

/** Sizes of AES-GCM's nonce and tag, in bytes. */
const nonceBytes = 12
const tagBytes = 16

/** One secret with its id and its sub-keys. */
class Secret {
  /**
   * Identifies the key in ciphertexts, so that an old key is found after a change. The id reveals nothing about the
   * key.
   */
  readonly id: string
  readonly #secret: string
  readonly #made = new Map<string, Buffer>()
  readonly #macKeys = new Map<string, KeyObject>()

  constructor(secret: string) {
    this.#secret = secret
    this.id = createHash('sha256').update(`lectern key id ${secret}`).digest('hex').slice(0, 8)
  }

  /** The sub-key of a purpose (32 bytes): knowing one reveals nothing about the others. */
  keyFor(purpose: string): Buffer {
    const made = this.#made.get(purpose)
    if (made) return made
    const key = Buffer.from(hkdfSync('sha256', this.#secret, 'lectern', purpose, 32))
    this.#made.set(purpose, key)
    return key
  }

  /** The sub-key as a KeyObject, cached: creating it takes longer than an HMAC with it. */
  macKeyFor(purpose: string): KeyObject {
    const made = this.#macKeys.get(purpose)
    if (made) return made
    const key = createSecretKey(this.keyFor(purpose))
    this.#macKeys.set(purpose, key)
    return key
  }
}

function mac(secret: Secret, use: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret.macKeyFor(`${use}:${purpose}`))
    .update(text)
    .digest()
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function open(secret: Secret, purpose: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  const cipher = createDecipheriv('aes-256-gcm', secret.keyFor(`encrypt:${purpose}`), nonce, {
    authTagLength: tagBytes,
  })
  cipher.setAuthTag(tag)
  return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8')
}

/**
 * Derives a sub-key for each purpose from one secret. `older` keys still decrypt and verify, but only the first is used
 * for new data. Lookup hashes use only the first.
 */
export function createKeys(secret: string, older: readonly string[] = []): Keys {
  const current = new Secret(secret)
  const all = [current, ...older.map((one) => new Secret(one))]
  return {
    sign: (purpose, text) => mac(current, 'sign', purpose, text).toString('base64url'),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      return all.some((one) => equal(mac(one, 'sign', purpose, text), given))
    },
    hash: (purpose, text) => mac(current, 'hash', purpose, text).toString('hex'),
    encrypt(purpose, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.keyFor(`encrypt:${purpose}`), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    decrypt(purpose, sealed) {
      const [id, body = ''] = sealed.split('.')
      const secretOf = all.find((one) => one.id === id)
      if (!secretOf) throw new Error('Sealed with a key this instance does not have; add it to OLD_SECRET_KEYS.')
      return open(secretOf, purpose, Buffer.from(body, 'base64url'))
    },
  }
}
