import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a hostile provider answers; functions get the URL that began the sign-on. */
export interface Lies {
  /** Replaces claims of the id token. */
  readonly claims?: (asked: URLSearchParams) => Record<string, unknown>
  /** Replaces metadata. */
  readonly metadata?: Record<string, unknown>
  /** Signs with a key that is not in its key set. */
  readonly foreignKey?: boolean
  /** Sends the id token without a signature. */
  readonly unsigned?: boolean
  /** Redirects the request for metadata to this URL. */
  readonly redirect?: string
  /** Answers with this many bytes. */
  readonly bytes?: number
}

/** A provider that lies. It implements only the part of OpenID that a sign-on needs. */
export interface HostileProvider {
  readonly issuer: string
  lies: Lies
  /** The callback to which it sends a browser that opens the URL. */
  answerTo(url: string): URL
  /** The bodies of the requests for tokens. */
  readonly tokenRequests: string[]
  close(): Promise<void>
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** Starts a hostile provider on this machine. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let asked = new URLSearchParams()
  const tokenRequests: string[] = []

  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: started.issuer, aud: asked.get('client_id'), sub: 'eve', nonce: asked.get('nonce') }
    const facts = { email: 'eve@evil.example', email_verified: true, iat: now, exp: now + 300 }
    const claims = { ...honest, ...facts, ...started.lies.claims?.(asked) }
    const { unsigned, foreignKey } = started.lies
    const head = `${encode({ alg: unsigned ? 'none' : 'RS256', kid: 'one' })}.${encode(claims)}`
    if (unsigned) return `${head}.`
    const { privateKey } = foreignKey ? foreign : keys
    return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`
  }
  const metadata = () => ({
    issuer: started.issuer,
    authorization_endpoint: `${started.issuer}/authorize`,
    token_endpoint: `${started.issuer}/token`,
    jwks_uri: `${started.issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...started.lies.metadata,
  })
  const server = createServer((request, response) => {
    const { redirect, bytes } = started.lies
    if (request.url === '/token') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        tokenRequests.push(Buffer.concat(parts).toString())
        send(response, { access_token: 'an-access-token', token_type: 'Bearer', id_token: idToken() })
      })
    } else if (request.url === '/keys') {
      send(response, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    } else if (redirect) response.writeHead(302, { location: redirect }).end()
    else if (bytes) response.end('x'.repeat(bytes))
    else send(response, metadata())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const started: HostileProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies: {},
    tokenRequests,
    answerTo: (url) => {
      asked = new URL(url).searchParams
      const back = new URL(asked.get('redirect_uri') as string)
      back.search = String(new URLSearchParams({ code: 'a-code', state: asked.get('state') as string }))
      return back
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return started
}
