import { request as send } from 'node:http'

/** A response received over a real connection. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly type: string
  /** Redirect target; null for other responses. */
  readonly location: string | null
  /** The response's JSON; undefined if the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the content of a response
  readonly body: any
}

/** Request body: an object as JSON, or bytes with their content type. */
export type HttpBody = object | { readonly bytes: Uint8Array; readonly type: string }

/**
 * An HTTP client with cookies. Sends requests to processes by their ports with the public Host header, as a reverse
 * proxy would; cookies are shared by all of them. Requests reject without a response.
 */
export class HttpBrowser {
  readonly #baseUrl: URL
  readonly #cookies = new Map<string, string>()

  constructor(baseUrl: string) {
    this.#baseUrl = new URL(baseUrl)
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Requests a path, or a URL of another host, from the process at `port`. Follows one redirect. */
  async get(port: number, address: string): Promise<HttpAnswer> {
    const answer = await this.#ask(port, 'GET', address)
    return answer.location === null ? answer : this.#ask(port, 'GET', answer.location)
  }

  /** Calls the API as a page would, with the CSRF token. */
  async call(port: number, method: 'POST' | 'PUT' | 'DELETE', path: string, body: HttpBody = {}): Promise<HttpAnswer> {
    const page = await this.get(port, '/about')
    const token = /<meta name="csrf-token" content="([^"]+)">/.exec(page.text)?.[1]
    if (!token) throw new Error(`The page carries no CSRF token: ${page.status} ${page.text.slice(0, 500)}`)
    const own = 'bytes' in body ? body : { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
    return this.#ask(port, method, path, own, { 'x-csrf-token': token, origin: this.#baseUrl.origin })
  }

  #ask(
    port: number,
    method: string,
    address: string,
    body?: { readonly bytes: Uint8Array; readonly type: string },
    more: Readonly<Record<string, string>> = {},
  ): Promise<HttpAnswer> {
    const url = new URL(address, this.#baseUrl)
    const headers = {
      ...more,
      host: url.host,
      // Cookies are for the app's host only.
      ...(url.host === this.#baseUrl.host ? { cookie: this.cookieHeader() } : {}),
      ...(body ? { 'content-type': body.type, 'content-length': String(body.bytes.byteLength) } : {}),
    }
    return new Promise((resolve, reject) => {
      const target = {
        host: '127.0.0.1',
        port,
        method,
        path: url.pathname + url.search,
        headers,
        agent: false,
      } as const
      const sent = send(target, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
          const text = Buffer.concat(parts).toString()
          const type = answer.headers['content-type'] ?? ''
          const json = type.startsWith('application/json') && text !== ''
          const { location = null } = answer.headers
          resolve({ status: answer.statusCode ?? 0, text, type, location, body: json ? JSON.parse(text) : undefined })
        })
      })
      sent.on('error', reject)
      sent.end(body?.bytes)
    })
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    if (/;\s*Max-Age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at))
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
