import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackName } from '../loopback.ts'
import { FetchRefused, lookupAllowed, type Resolve, resolveBySystem } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

/** A downloaded file. */
export interface Download {
  /** Where it was found: the end of the redirects. */
  readonly url: string
  /** The media type without parameters, in lower case; '' if the server names none. */
  readonly type: string
  readonly bytes: Buffer
}

/** The bytes left for all downloads of one task, concurrent ones included. */
export interface DownloadBudget {
  bytes: number
}

/** Limits of one download. */
export interface DownloadLimits {
  /** Received bytes are subtracted, even those of a file that is refused later. */
  readonly budget: DownloadBudget
  /** Of all requests together, in ms. */
  readonly timeout: number
  readonly signal?: AbortSignal
}

/**
 * Downloads a file of an address that a user gave. Throws FetchRefused for an address that may not be requested, a file that
 * is too large and an answer that is no success; any other error means that the server cannot be reached.
 */
export type GuardedDownload = (url: string, limits: DownloadLimits) => Promise<Download>

/** Replaceable in tests. */
interface DownloadOptions {
  readonly resolve?: Resolve
  readonly isAllowed?: (address: string) => boolean
  readonly ports?: ReadonlySet<string>
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443'])
const mostRedirects = 3

function checkUrl(url: URL, isAllowed: (address: string) => boolean, ports: ReadonlySet<string>): void {
  if (!/^https?:$/.test(url.protocol)) throw new FetchRefused('only http and https are allowed')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('no credentials are allowed')
  if (!ports.has(url.port)) throw new FetchRefused('this port is not allowed')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isNumber = isIP(host) !== 0
  if (isNumber ? !isAllowed(host) : isLoopbackName(host)) throw new FetchRefused('the address is not public')
}

async function bodyOf(answer: IncomingMessage, budget: DownloadBudget): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of answer) {
    budget.bytes -= (part as Buffer).length
    if (budget.bytes < 0) throw new FetchRefused('the file is too large')
    parts.push(part as Buffer)
  }
  if (!answer.complete) throw new Error('The answer is not complete')
  return Buffer.concat(parts)
}

/**
 * Creates the download of files that users name: http and https, usual ports, public addresses only, at most three
 * redirects, each checked like the first address. Sends no cookies and no credentials. A connection is made to the address
 * that was checked.
 */
export function createGuardedDownload(options: DownloadOptions = {}): GuardedDownload {
  const { resolve = resolveBySystem, isAllowed = isPublicAddress, ports = usualPorts } = options
  const get = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((answered, failed) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp
      const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Lectern' }
      const call = request(url, { headers, agent: false, lookup: lookupAllowed(isAllowed, resolve), signal }, answered)
      call.on('error', failed)
      call.end()
    })
  return async (address, { budget, timeout, signal }) => {
    const limit = AbortSignal.timeout(timeout)
    const ends = signal ? AbortSignal.any([signal, limit]) : limit
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      checkUrl(url, isAllowed, ports)
      const answer = await get(url, ends)
      const { statusCode = 500, headers } = answer
      try {
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          if (redirects === mostRedirects) throw new FetchRefused('too many redirects')
          url = new URL(headers.location, url)
          continue
        }
        if (statusCode !== 200) throw new FetchRefused(`the server answered ${statusCode}`)
        if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) throw new FetchRefused('the file is packed')
        if (Number(headers['content-length'] ?? 0) > budget.bytes) throw new FetchRefused('the file is too large')
        const bytes = await bodyOf(answer, budget)
        const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
        url.hash = ''
        return { url: url.href, type, bytes }
      } finally {
        answer.destroy()
      }
    }
  }
}
