import { randomBytes, timingSafeEqual } from 'node:crypto'
import { get as getHttp, type RequestOptions } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Settings } from '../env.ts'
import type { Keys } from '../services.ts'
import { type ContentMode, contentModeOf } from './content-hosts.ts'
import { deckLabel } from './deck-label.ts'

/** The path at which an instance proves that a host is its own. */
export const SELF_TEST_PATH = '/a/self-test'

/** The answer to a nonce that only this instance can compute. */
export function selfTestAnswer(keys: Keys, nonce: string): string {
  return keys.hash('self-test', nonce)
}

/** Fetches the text of a URL; rejects if there is no answer. */
export type FetchText = (url: URL) => Promise<string>

/** Time limit of one attempt, in ms, and how much of an answer is read, in bytes. */
const TIMEOUT = 3000
const MAX_BYTES = 1000

/**
 * Fetches from the configured content host. Browsers resolve names below localhost to this machine, but many systems
 * do not resolve them: they are requested from 127.0.0.1 at our port.
 */
export function fetchOwn(port: number): FetchText {
  return (url) =>
    new Promise((resolve, reject) => {
      const local = url.hostname.endsWith('.localhost')
      const options: RequestOptions = {
        host: local ? '127.0.0.1' : url.hostname,
        port: local ? port : url.port || undefined,
        path: url.pathname + url.search,
        headers: { host: url.host },
        timeout: TIMEOUT,
      }
      const get = url.protocol === 'https:' ? getHttps : getHttp
      const request = get(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
          if (text.length > MAX_BYTES) request.destroy(new Error('The answer is too long'))
        })
        answer.on('end', () => resolve(text))
        answer.on('error', reject)
      })
      request.on('timeout', () => request.destroy(new Error('No answer')))
      request.on('error', reject)
    })
}

async function answersAsOurs(keys: Keys, origin: string, fetchText: FetchText): Promise<boolean> {
  const nonce = randomBytes(16).toString('hex')
  const expected = Buffer.from(selfTestAnswer(keys, nonce))
  try {
    const received = Buffer.from(await fetchText(new URL(`${SELF_TEST_PATH}?nonce=${nonce}`, origin)))
    return received.length === expected.length && timingSafeEqual(received, expected)
  } catch {
    return false
  }
}

/**
 * The strongest isolation that this instance can prove: it sends the configured content host a nonce, and only this
 * instance can compute the answer. Any other answer lowers the mode to 'none', where every deck has an opaque origin.
 * That is worse for embedded pages, but not less safe.
 */
export async function provenContentMode(
  settings: Pick<Settings, 'contentUrl'>,
  keys: Keys,
  fetchText: FetchText,
): Promise<ContentMode> {
  const { contentUrl } = settings
  const configured = contentModeOf(contentUrl)
  if (contentUrl === null || configured === 'none') return 'none'
  // Any deck's host will do: this tests the wildcard DNS name and its certificate.
  const origin = contentUrl.replace('{label}', deckLabel(keys, 0))
  return (await answersAsOurs(keys, origin, fetchText)) ? configured : 'none'
}

/** ms between two self-tests while the content host does not answer as ours: first and longest pause. */
const RETRY_PAUSES = { first: 5_000, longest: 300_000 }

/**
 * Repeats a failed self-test with growing pauses: a busy machine or a proxy that starts late may be the cause.
 * Calls `onProven` once, with the mode then proven. Returns a function that stops the retries.
 */
export function retrySelfTest(prove: () => Promise<ContentMode>, onProven: (mode: ContentMode) => void): () => void {
  let timer: NodeJS.Timeout
  let isEnded = false
  const schedule = (pause: number): void => {
    timer = setTimeout(async () => {
      const mode = await prove()
      if (isEnded) return
      if (mode === 'none') schedule(Math.min(pause * 2, RETRY_PAUSES.longest))
      else onProven(mode)
    }, pause)
    timer.unref()
  }
  schedule(RETRY_PAUSES.first)
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}
