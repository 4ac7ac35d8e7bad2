import { randomBytes, timingSafeEqual } from 'node:crypto'
import { get as getHttp, type RequestOptions } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Settings } from '../env.ts'
import type { Keys } from '../services.ts'
import { type ContentMode, contentModeOf } from './content-hosts.ts'
import { deckLabel } from './deck-label.ts'

/** Where an instance shows that a host is its own. */
export const SELF_TEST_PATH = '/a/self-test'

/** What only this instance can answer to a number it was given. */
export function selfTestAnswer(keys: Keys, nonce: string): string {
  return keys.hash('self-test', nonce)
}

/** Fetches the text of an address; rejects when nothing answers. */
export type FetchText = (url: URL) => Promise<string>

/** How long one try may take, in ms, and how much of an answer is read, in bytes. */
const PATIENCE = 3000
const MOST_BYTES = 1000

/**
 * Fetches from the configured content host. Names below localhost are this machine for browsers, while many systems
 * do not know them: they are looked for on the port we listen at.
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
        timeout: PATIENCE,
      }
      const get = url.protocol === 'https:' ? getHttps : getHttp
      const request = get(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
          if (text.length > MOST_BYTES) request.destroy(new Error('The answer is too long'))
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
  const wanted = Buffer.from(selfTestAnswer(keys, nonce))
  try {
    const given = Buffer.from(await fetchText(new URL(`${SELF_TEST_PATH}?nonce=${nonce}`, origin)))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  } catch {
    return false
  }
}

/**
 * The best way to keep decks apart that this instance can prove: it asks the configured content host for something
 * that only itself can answer. A host that does not answer so lowers the mode to 'none', under which every deck is
 * shown without an origin: worse for embedded pages, never less safe.
 */
export async function provenContentMode(
  settings: Pick<Settings, 'contentUrl'>,
  keys: Keys,
  fetchText: FetchText,
): Promise<ContentMode> {
  const { contentUrl } = settings
  const wished = contentModeOf(contentUrl)
  if (contentUrl === null || wished === 'none') return 'none'
  // Any deck's host will do: what is tested is the pattern's name and its certificate.
  const origin = contentUrl.replace('{label}', deckLabel(keys, 0))
  return (await answersAsOurs(keys, origin, fetchText)) ? wished : 'none'
}

/** ms between two self-tests while the content host does not answer as ours: at first, and at most. */
const RETRY_PAUSES = { first: 5_000, longest: 300_000 }

/**
 * Repeats a failed self-test with growing pauses, since a busy machine or a proxy that starts late may be its cause.
 * Calls `onProven` once, with the mode that is proven then. Returns a function that ends the retries.
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
