import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

/** A prepared answer to the next calls of a path. */
export interface PreparedAnswer {
  readonly status: number
  readonly body?: Json | string
  readonly headers?: Readonly<Record<string, string>>
  /** How many calls get it; default 1. */
  readonly times?: number
}

interface Grant {
  readonly account: string
  /** Null: it was given a code only. */
  refresh: string
  readonly access: Set<string>
}

interface Code {
  readonly challenge: string
  readonly redirectUri: string
  readonly clientId: string
  readonly account: string
}

const block = 4 * 1024 * 1024

/** The content hash that Dropbox documents. */
export function contentHash(bytes: Buffer): string {
  const all = createHash('sha256')
  for (let at = 0; at < bytes.length; at += block) {
    all.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + block))
        .digest(),
    )
  }
  return all.digest('hex')
}

const secret = () => randomBytes(16).toString('hex')
const summary = (name: string): Json => ({ error_summary: `${name}/..`, error: { '.tag': name.split('/')[0] } })

class Refusal extends Error {
  readonly status: number
  readonly body: Json
  constructor(status: number, body: Json) {
    super('refused')
    this.status = status
    this.body = body
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * A stand-in for Dropbox on this machine: consent page, tokens with PKCE, the calls that are used, and its errors as
 * documented.
 */
export class LocalDropbox {
  readonly appKey = 'abcdef123456789'
  /** Who is signed in there. */
  account = 'dbid:ada'
  /** The files of each account by path. */
  readonly files = new Map<string, Map<string, Buffer>>()
  /** The paths of all calls, in order. */
  readonly calls: string[] = []
  /** Texts that must be in no log and no answer. */
  readonly secrets: string[] = []
  /** Whether the consent page waits for a press of its button. */
  asks = false
  /** Bytes that an account may hold. */
  quota = Number.POSITIVE_INFINITY
  readonly #prepared = new Map<string, PreparedAnswer[]>()
  readonly #codes = new Map<string, Code>()
  readonly #grants = new Set<Grant>()
  readonly #sessions = new Map<string, Buffer>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Prepares the answer to the next calls of a path. */
  prepare(path: string, answer: PreparedAnswer): void {
    const list = this.#prepared.get(path) ?? []
    list.push(...Array.from({ length: answer.times ?? 1 }, () => answer))
    this.#prepared.set(path, list)
  }

  /** Paths of the files of the account. */
  paths(account = this.account): string[] {
    return [...(this.files.get(account)?.keys() ?? [])].sort()
  }

  file(path: string, account = this.account): Buffer | undefined {
    return this.files.get(account)?.get(path)
  }

  /** The grants that hold. */
  grants(): number {
    return this.#grants.size
  }

  /** As when the user removes the app in the settings there. */
  revokeAll(): void {
    this.#grants.clear()
  }

  /** As after four hours. */
  expireAccess(): void {
    for (const { access } of this.#grants) access.clear()
  }

  /** Consents to a URL of the consent page; returns where the browser is sent. */
  consent(address: string): URL {
    return new URL(this.#consent(new URL(address), true))
  }

  /** Declines it. */
  decline(address: string): URL {
    return new URL(this.#consent(new URL(address), false))
  }

  #consent(url: URL, allowed: boolean): string {
    const get = (name: string) => url.searchParams.get(name) ?? ''
    if (get('client_id') !== this.appKey || get('response_type') !== 'code') throw new Error('Bad request of consent')
    if (get('token_access_type') !== 'offline' || get('code_challenge_method') !== 'S256') throw new Error('No PKCE')
    const back = new URL(get('redirect_uri'))
    back.searchParams.set('state', get('state'))
    if (!allowed) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = this.#secret()
    const { account } = this
    this.#codes.set(code, {
      ...{ challenge: get('code_challenge'), redirectUri: get('redirect_uri') },
      ...{ clientId: get('client_id'), account },
    })
    back.searchParams.set('code', code)
    return back.href
  }

  #secret(): string {
    const made = secret()
    this.secrets.push(made)
    return made
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://dropbox.test')
    const body = await readBody(request)
    this.calls.push(url.pathname)
    const prepared = this.#prepared.get(url.pathname)?.shift()
    if (prepared) {
      const { status, body: given = '', headers = {} } = prepared
      const text = typeof given === 'string' ? given : JSON.stringify(given)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
      return
    }
    if (url.pathname === '/oauth2/authorize') return this.#page(url, response)
    try {
      const answer = JSON.stringify(this.#handle(url.pathname, request, body))
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      response.writeHead(error.status, { 'content-type': 'application/json' }).end(JSON.stringify(error.body))
    }
  }

  #page(url: URL, response: ServerResponse): void {
    if (!this.asks) {
      response.writeHead(302, { location: this.#consent(url, true) }).end()
      return
    }
    const [allow, deny] = [this.#consent(url, true), this.#consent(url, false)]
    const link = (to: string, label: string) => `<p><a href="${to.replaceAll('&', '&amp;')}">${label}</a></p>`
    const page = `<!doctype html><html lang="en"><title>Dropbox</title><link rel="icon" href="data:,"><h1>Allow?</h1>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page + link(allow, 'Allow') + link(deny, 'Cancel'))
  }

  #handle(path: string, request: IncomingMessage, body: Buffer): unknown {
    if (path === '/oauth2/token') return this.#token(new URLSearchParams(body.toString()))
    const grant = this.#grantOf(request)
    if (path === '/2/users/get_current_account') {
      const name = grant.account.replace('dbid:', '')
      const display_name = `${name.charAt(0).toUpperCase()}${name.slice(1)} of Dropbox`
      return { account_id: grant.account, name: { display_name }, email: `${name}@dropbox.example`, disabled: false }
    }
    if (path === '/2/auth/token/revoke') {
      this.#grants.delete(grant)
      return null
    }
    if (path === '/2/files/move_v2') return this.#move(grant, JSON.parse(body.toString()))
    const argument = JSON.parse(String(request.headers['dropbox-api-arg']))
    return this.#upload(path, grant, argument, body)
  }

  #token(form: URLSearchParams): Json {
    const invalid = (text: string) => new Refusal(400, { error: 'invalid_grant', error_description: text })
    if (form.get('client_id') !== this.appKey) throw new Refusal(400, { error: 'invalid_client: Invalid client_id' })
    const access = this.#secret()
    const answer = { access_token: access, token_type: 'bearer', expires_in: 14_400 }
    if (form.get('grant_type') === 'refresh_token') {
      const grant = [...this.#grants].find(({ refresh }) => refresh === form.get('refresh_token'))
      if (!grant) throw invalid('refresh token is invalid or revoked')
      grant.access.add(access)
      return answer
    }
    const code = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid = code && code.challenge === proof && code.redirectUri === form.get('redirect_uri')
    if (!isValid) throw invalid("code doesn't exist or has expired")
    const refresh = this.#secret()
    this.#grants.add({ account: code.account, refresh, access: new Set([access]) })
    return { ...answer, refresh_token: refresh, account_id: code.account, uid: '1', scope: 'account_info.read' }
  }

  #grantOf(request: IncomingMessage): Grant {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const grant = [...this.#grants].find(({ access }) => access.has(token))
    if (grant) return grant
    throw new Refusal(401, summary(this.secrets.includes(token) ? 'expired_access_token' : 'invalid_access_token'))
  }

  #filesOf({ account }: Grant): Map<string, Buffer> {
    const files = this.files.get(account) ?? new Map<string, Buffer>()
    this.files.set(account, files)
    return files
  }

  #move(grant: Grant, { from_path: from, to_path: to }: { from_path: string; to_path: string }): Json {
    const files = this.#filesOf(grant)
    const bytes = files.get(from)
    if (!bytes) throw new Refusal(409, summary('from_lookup/not_found'))
    if (files.has(to)) throw new Refusal(409, summary('to/conflict/file'))
    files.delete(from)
    files.set(to, bytes)
    return { metadata: { '.tag': 'file', path_display: to } }
  }

  #commit(grant: Grant, commit: { path: string; mode: string }, bytes: Buffer): Json {
    const files = this.#filesOf(grant)
    if (commit.mode !== 'overwrite' || !/^\/[^\\:*?"<>|/]+$/.test(commit.path)) {
      throw new Refusal(409, summary('path/malformed_path'))
    }
    const others = [...files].filter(([path]) => path !== commit.path)
    const used = others.reduce((sum, [, one]) => sum + one.length, 0)
    if (used + bytes.length > this.quota) throw new Refusal(409, summary('path/insufficient_space'))
    files.set(commit.path, bytes)
    return { path_display: commit.path, size: bytes.length, content_hash: contentHash(bytes) }
  }

  #upload(path: string, grant: Grant, argument: Json, bytes: Buffer): unknown {
    type Commit = { path: string; mode: string }
    if (path === '/2/files/upload') return this.#commit(grant, argument as Commit, bytes)
    if (path === '/2/files/upload_session/start') {
      const session_id = secret()
      this.#sessions.set(session_id, bytes)
      return { session_id }
    }
    const { session_id: id, offset } = argument.cursor as { session_id: string; offset: number }
    const isLast = path === '/2/files/upload_session/finish'
    const stored = this.#sessions.get(id)
    if (!stored) throw new Refusal(409, summary(isLast ? 'lookup_failed/not_found' : 'not_found'))
    if (stored.length !== offset)
      throw new Refusal(409, summary(isLast ? 'lookup_failed/incorrect_offset' : 'incorrect_offset'))
    const whole = Buffer.concat([stored, bytes])
    if (isLast) {
      this.#sessions.delete(id)
      return this.#commit(grant, argument.commit as Commit, whole)
    }
    this.#sessions.set(id, whole)
    return null
  }
}
