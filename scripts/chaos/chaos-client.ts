import { Agent, request } from 'node:http'

/** A complete response. */
export interface ChaosAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is checked
  readonly body: any
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
   * commit. Throws NoAnswer.
   */
  send(method: string, path: string, body?: unknown, cut = false): Promise<ChaosAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => reject(new NoAnswer(error.message))
      const sent = request(
        new URL(path, this.#baseUrl),
        {
          method,
          agent: this.#agent,
          timeout: 25_000,
          // The name may resolve to several addresses, and the server listens on one.
          lookup: (_name, options, done) =>
            options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
          headers: {
            cookie: `session=${this.#cookie}`,
            origin: this.#baseUrl,
            'x-csrf-token': this.#token,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
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
            const json = response.headers['content-type']?.startsWith('application/json')
            resolve({ status: response.statusCode ?? 0, body: json ? JSON.parse(answer) : undefined })
          })
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.on('error', lost)
      sent.end(text)
    })
  }

  /** Closes kept-alive connections. */
  close(): void {
    this.#agent.destroy()
  }
}
