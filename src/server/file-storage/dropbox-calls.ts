import type { GuardedFetch } from '../identity/guarded-fetch.ts'
import type { DropboxSettings } from './dropbox-settings.ts'
import { StorageError } from './file-storage.ts'

/** Time limit of one part of an upload, in ms. */
const partTimeout = 120_000
/** Wait after a refusal without Retry-After, and the longest accepted one, in seconds. */
const usualWait = 60
const longestWait = 3_600

/** The hosts of Dropbox's API. */
export interface DropboxHosts {
  readonly web: string
  readonly api: string
  readonly content: string
}

/** The fixed hosts of Dropbox, or a stand-in for all of them. */
export function dropboxHosts({ url }: DropboxSettings): DropboxHosts {
  if (url !== null) return { web: url, api: url, content: url }
  return {
    web: 'https://www.dropbox.com',
    api: 'https://api.dropboxapi.com',
    content: 'https://content.dropboxapi.com',
  }
}

/** A call's parts. `bytes`: the file's bytes, with `argument` in a header; else `argument` is the body. */
export interface DropboxCall {
  readonly url: string
  readonly argument: unknown
  readonly bytes?: Uint8Array
  readonly signal?: AbortSignal | undefined
}

/** An answer of Dropbox: its JSON, and the name of its error if it is one. */
export interface DropboxAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Such as `path/insufficient_space/..`; empty for a success. */
  readonly error: string
}

/** Headers take ASCII only. */
export function headerJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object of an answer, empty for one without content; null for anything else, such as a page of a proxy. */
function bodyOf(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text || '{}')
    return body === null ? {} : isRecord(body) ? body : null
  } catch {
    return null
  }
}

/** The error's name. Only such names are kept of an answer: its texts may contain anything. */
function errorName(body: Readonly<Record<string, unknown>>): string {
  const name = body.error_summary ?? body.error
  return typeof name === 'string' ? name.replace(/[^\w/.-]/g, '').slice(0, 80) : 'unknown'
}

function waitOf(answer: Response, body: Readonly<Record<string, unknown>>): number {
  const inBody = isRecord(body.error) ? body.error.retry_after : undefined
  const seconds = Number(answer.headers.get('retry-after') ?? inBody ?? usualWait)
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(1, seconds)) : usualWait
}

/** Requests that may be repeated later: 429, and a namespace locked by other writes. */
function isBusy(status: number, error: string): boolean {
  return status === 429 || (status === 409 && error.includes('too_many_write_operations'))
}

/** Sends a request. Throws StorageError for one that got no answer, and for one to be repeated later. */
async function send(fetch: GuardedFetch, url: string, options: Parameters<GuardedFetch>[1]): Promise<DropboxAnswer> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(url, { method: 'POST', ...options })
    text = await answer.text()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new StorageError('unreachable', error instanceof Error ? error.name : 'no answer')
  }
  const { status } = answer
  const record = bodyOf(text)
  const isOk = status === 200 && record !== null
  const error = isOk ? '' : errorName(record ?? {})
  if (isBusy(status, error)) throw new StorageError('busy', error, waitOf(answer, record ?? {}))
  if (status >= 500 || (status < 400 && !isOk)) throw new StorageError('unreachable', `status ${status}`)
  return { status, body: record ?? {}, error }
}

/** Calls an endpoint of OAuth, with a form. */
export function callToken(
  fetch: GuardedFetch,
  url: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<DropboxAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return send(fetch, url, { headers, body: new URLSearchParams(fields).toString(), signal })
}

/** Calls an endpoint of the API with an access token. */
export function callApi(fetch: GuardedFetch, token: string, call: DropboxCall): Promise<DropboxAnswer> {
  const { url, argument, bytes, signal } = call
  const authorization = `Bearer ${token}`
  if (!bytes) {
    const headers = { authorization, 'content-type': 'application/json' }
    return send(fetch, url, { headers, body: JSON.stringify(argument), signal })
  }
  const headers = {
    authorization,
    'content-type': 'application/octet-stream',
    'dropbox-api-arg': headerJson(argument),
  }
  return send(fetch, url, { headers, body: bytes, signal, timeout: partTimeout })
}
