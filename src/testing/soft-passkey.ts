import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** How an authenticator or its browser departs from a right answer. */
export interface Departure {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Whether the user was verified, by PIN or finger; default true. */
  readonly verified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** An authenticator with one ES256 passkey, as a browser would present it. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(32))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  #userHandle = ''

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData({ rpId = 'localhost', verified = true, counter }: Departure, attested?: Uint8Array): Buffer {
    // Bits of the flags: user present, user verified, attested credential data.
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  #attestedData(): Buffer {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
  }

  /** The answer to the options of a new passkey. */
  create(options: { challenge: string; user: { id: string } }, departure: Departure = {}) {
    const { challenge = options.challenge, origin = 'http://localhost:3000' } = departure
    this.#userHandle = options.user.id
    const authData = new Uint8Array(this.#authenticatorData(departure, this.#attestedData()))
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, origin)),
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
      transports: ['internal'],
    })
  }

  /** The answer to the options of a sign-in; counts the use unless `counter` is given. */
  sign(options: { challenge: string }, departure: Departure = {}) {
    const { challenge = options.challenge, origin = 'http://localhost:3000' } = departure
    this.#counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, origin)
    const authData = this.#authenticatorData(departure)
    const signed = createSign('sha256').update(authData).update(sha256(clientData))
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signed.sign(this.#keys.privateKey)),
      userHandle: departure.userHandle ?? this.#userHandle,
    })
  }

  #credential(response: Record<string, unknown>) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
