import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Settings } from '../env.ts'
import { isLoopbackAddress, isLoopbackName } from '../loopback.ts'
import { isPublicAddress } from './public-address.ts'

/** Time limit of a request with its answer, in ms, unless the caller needs longer. */
const usualTimeout = 10_000
/** Largest answer, in bytes. */
const maxBytes = 512_000
/** Ports of public hosts. */
const ports: ReadonlySet<string> = new Set(['', '443', '8443'])

/** Thrown for an address that may not be requested, or an answer that is too large. */
export class FetchRefused extends Error {}

type Rules = Pick<Settings, 'production' | 'privateIssuers'>

/** How names are resolved; replaceable in tests. */
export type Resolve = (name: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void

export const resolveBySystem: Resolve = (name, done) =>
  systemLookup(name, { all: true }, (error, addresses) => done(error, addresses ?? []))

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

/** Whether the operator allowed this host, which may then be on a private network. */
function isPrivateIssuer(url: URL, { privateIssuers }: Rules): boolean {
  return privateIssuers.some((one) => one === hostOf(url) || one === url.host.toLowerCase())
}

/** A development server may use a provider on its own machine. */
function isOwnMachine(url: URL, { production }: Rules): boolean {
  return !production && isLoopbackName(url.hostname)
}

/** Throws FetchRefused for a URL that is not https, has another port, or names an address that is not public. */
export function checkProviderUrl(url: URL, rules: Rules): void {
  if (isOwnMachine(url, rules) && /^https?:$/.test(url.protocol)) return
  if (url.protocol !== 'https:') throw new FetchRefused('only https is allowed')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('no credentials are allowed')
  if (isPrivateIssuer(url, rules)) return
  if (!ports.has(url.port)) throw new FetchRefused('this port is not allowed')
  if (isLoopbackName(url.hostname)) throw new FetchRefused('the address is not public')
  if (isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url))) throw new FetchRefused('the address is not public')
}

/**
 * Resolves a name once and passes only addresses that may be connected to. A name that also resolves to a private
 * address is refused: it could be another one at the next try.
 */
export function lookupAllowed(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, (error, addresses) => {
      const first = addresses[0]
      if (error || !first) return done(error ?? new FetchRefused('the name has no address'), '', 4)
      if (!addresses.every(({ address }) => isAllowed(address))) {
        return done(new FetchRefused('the address is not public'), '', 4)
      }
      // The declared callback takes one address; with `all` Node passes a list.
      if (options.all) return done(null, [...addresses] as never)
      return done(null, first.address, first.family)
    })
  }
}

function guardedLookup(url: URL, rules: Rules, resolve: Resolve): LookupFunction {
  const isAllowed = (address: string): boolean =>
    isPrivateIssuer(url, rules) || (isOwnMachine(url, rules) ? isLoopbackAddress(address) : isPublicAddress(address))
  return lookupAllowed(isAllowed, resolve)
}

/** The part of fetch's options that is used. */
export interface FetchOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes are sent as they are, anything else as text. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** In ms; for bodies that take long. */
  readonly timeout?: number
}

/** A fetch for addresses that users enter. Follows no redirects, which could lead to a private address. */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Response>

/** Creates the guarded fetch: https, public addresses and SSO_PRIVATE_ISSUERS only, with limits of time and size. */
export function createGuardedFetch(rules: Rules, resolve: Resolve = resolveBySystem): GuardedFetch {
  return async (address, { method = 'GET', headers = {}, body, signal, timeout = usualTimeout }) => {
    const url = new URL(address)
    checkProviderUrl(url, rules)
    const sent = body === undefined || body === null ? null : body instanceof Uint8Array ? body : String(body)
    const limit = AbortSignal.timeout(timeout)
    return new Promise((answered, failed) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp
      const options = {
        method,
        headers: { ...headers, ...(sent === null ? {} : { 'content-length': Buffer.byteLength(sent) }) },
        lookup: guardedLookup(url, rules, resolve),
        agent: false,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      } as const
      const call = request(url, options, (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxBytes) call.destroy(new FetchRefused('the answer is too large'))
          else parts.push(part)
        })
        answer.on('error', failed)
        answer.on('end', () => {
          const status = answer.statusCode ?? 500
          const type = answer.headers['content-type'] ?? 'application/octet-stream'
          const wait = answer.headers['retry-after']
          const bytes = status === 204 || status === 304 ? null : Buffer.concat(parts)
          const kept = { 'content-type': type, ...(wait === undefined ? {} : { 'retry-after': wait }) }
          answered(new Response(bytes, { status, headers: kept }))
        })
      })
      call.on('error', failed)
      call.end(sent)
    })
  }
}
