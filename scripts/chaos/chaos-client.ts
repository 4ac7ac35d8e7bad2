import { Agent, request } from 'node:http'

/** A complete response. */
export interface ChaosAnswer {
  readonly status: number
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is checked
  readonly body: any
}

/** The body of a request as bytes, with its headers. */
export interface RawBody {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

function encoded(body: unknown): RawBody | undefined {
  if (body === undefined) return undefined
  if (body instanceof Object && 'body' in body && Buffer.isBuffer(body.body)) return body as RawBody
  return { body: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } }
}

/** Thrown without a complete response: the server may or may not have executed the request. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** A signed-in client over a real connection that can be made to lose responses. */
export class ChaosClient {
  readonly #baseUrl: string
  readonly #cookie: string
  readonly #token: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })

  constructor(baseUrl: string, cookie: string, token: string) {
    this.#baseUrl = baseUrl
    this.#cookie = cookie
    this.#token = token
  }

  /**
   * Sends a request. With `cut` the connection is destroyed when the response begins to arrive, after the server's
   * commit. `body`: a value that is sent as JSON, or a RawBody. Throws NoAnswer.
   */
  send(method: string, path: string, body?: unknown, cut = false): Promise<ChaosAnswer> {
    const sending = encoded(body)
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => reject(new NoAnswer(error.message))
      const sent = request(
        new URL(path, this.#baseUrl),
        {
          method,
          agent: this.#agent,
          // A busy machine answers late; the sockets of a killed server close at once.
          timeout: 120_000,
          // The name may resolve to several addresses, and the server listens on one.
          lookup: (_name, options, done) =>
            options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
          headers: {
            cookie: `session=${this.#cookie}`,
            origin: this.#baseUrl,
            'x-csrf-token': this.#token,
            ...(sending ? { ...sending.headers, 'content-length': sending.body.length } : {}),
          },
        },
        (response) => {
          if (cut) {
            sent.destroy()
            return reject(new NoAnswer('cut'))
          }
          let answer = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            answer += chunk
          })
          response.on('error', lost)
          response.on('close', () => {
            if (!response.complete) return lost(new Error('the answer broke off'))
            const type = response.headers['content-type'] ?? ''
            const body = type.startsWith('application/json') ? JSON.parse(answer) : undefined
            resolve({ status: response.statusCode ?? 0, type, body })
          })
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.on('error', lost)
      sent.end(sending?.body)
    })
  }

  /** Closes kept-alive connections. */
  close(): void {
    this.#agent.destroy()
  }
}
