import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../server/services.ts'

/** A response as tests check it. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly bytes: Uint8Array
  /** The response's JSON; undefined if the body is not JSON. Not typed, since tests assert its content. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the content of a response
  readonly body: any
}

/** How a request differs from those of the app's own pages. */
export interface RequestOptions {
  /** Sent as JSON; a string or bytes are sent unchanged, with the headers' `content-type`. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** False: without the CSRF token and the Origin header. */
  readonly csrf?: boolean
  /** Host header; default: the app's. */
  readonly host?: string
  /** Client address; default 127.0.0.1. */
  readonly address?: string
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'

/** A user's browser: stores cookies and sends the CSRF token as our pages do. */
export class TestClient {
  readonly #server: FastifyInstance
  readonly #services: Services
  readonly #cookies: Map<string, string>

  constructor(server: FastifyInstance, services: Services) {
    this.#server = server
    this.#services = services
    this.#cookies = new Map([['visitor', `a-test-visitor.${services.keys.sign('visitor', 'a-test-visitor')}`]])
  }

  /** A cookie's value, to check or tamper with. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  /** All cookies as a request header; empty without any. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  clearCookies(): void {
    this.#cookies.clear()
  }

  get(url: string, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('GET', url, options)
  }

  post(url: string, body?: unknown, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('POST', url, { body, ...options })
  }

  put(url: string, body?: unknown, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('PUT', url, { body, ...options })
  }

  delete(url: string, body?: unknown, options?: RequestOptions): Promise<TestAnswer> {
    return this.request('DELETE', url, { body, ...options })
  }

  async request(method: Method, url: string, options: RequestOptions = {}): Promise<TestAnswer> {
    const { body } = options
    const json = body !== undefined && typeof body !== 'string' && !ArrayBuffer.isView(body)
    const response = await this.#server.inject({
      method,
      url,
      remoteAddress: options.address ?? '127.0.0.1',
      headers: {
        ...this.#usualHeaders(method, options),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { payload: json ? JSON.stringify(body) : (body as string | Buffer) }),
    })
    this.#keepCookies(response.headers['set-cookie'])
    return {
      status: response.statusCode,
      headers: response.headers as TestAnswer['headers'],
      text: response.body,
      bytes: response.rawPayload,
      body: parseJson(response.headers['content-type'], response.body),
    }
  }

  /** The CSRF token of this browser's pages. */
  csrfToken(): string {
    const session = this.#cookies.get('session')
    const bound = session
      ? `session:${createHash('sha256').update(session).digest('hex')}`
      : `visitor:${this.#cookies.get('visitor')?.split('.')[0] ?? ''}`
    return this.#services.keys.sign('csrf', bound)
  }

  #usualHeaders(method: Method, options: RequestOptions): Record<string, string> {
    const base = new URL(this.#services.settings.baseUrl)
    const headers: Record<string, string> = { host: options.host ?? base.host }
    if (this.#cookies.size > 0) headers.cookie = this.cookieHeader()
    if (method !== 'GET' && method !== 'HEAD' && options.csrf !== false) {
      headers.origin = `${base.protocol}//${headers.host}`
      headers['x-csrf-token'] = this.csrfToken()
    }
    return headers
  }

  #keepCookies(header: string | string[] | undefined): void {
    for (const line of header === undefined ? [] : [header].flat()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).replace('__Host-', '')
      if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) this.#cookies.delete(name)
      else this.#cookies.set(name, decodeURIComponent(pair.slice(at + 1)))
    }
  }
}

function parseJson(type: string | string[] | number | undefined, text: string): unknown {
  return String(type).startsWith('application/json') ? JSON.parse(text) : undefined
}
