import { chromium } from 'playwright-core'
import { createExportBrowsers } from '../../../server/chromium/create-export-browsers.ts'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import { createLog } from '../../../server/http/logging.ts'
import { listen } from './listener.ts'
import { otherNames, type RequestVector, requestVectors } from './request-vectors.ts'

/** How long a document may try to reach the listener, in ms. */
const patience = 700

/** A document that is one vector. No policy: the browser alone must hold. */
export function documentOf(vector: RequestVector, at: string): string {
  return `<!doctype html><html class="ready"><head>${vector.head?.(at) ?? ''}</head><body>${vector.html(at)}<p>Slide</p></body></html>`
}

/** All vectors to one address, then an image and a frame to each other name of it. */
function cases(port: number): (readonly [name: string, html: string])[] {
  const own = requestVectors.map(
    (vector) => [vector.name, documentOf(vector, `http://127.0.0.1:${port}/secret`)] as const,
  )
  const [image, frame] = [requestVectors[0]!, requestVectors.find(({ name }) => name === 'frame')!]
  const others = otherNames(String(port)).flatMap(([name, origin]) =>
    [image, frame].map((vector) => [`${vector.name}, ${name}`, documentOf(vector, `${origin}/secret`)] as const),
  )
  return [...own, ...others]
}

/** The result of trying all vectors. */
export interface TriedRequests {
  readonly tried: number
  /** Vectors that reached the listener from the export's browser, with what it received. */
  readonly reached: readonly string[]
  /** Vectors that reach it from an ordinary browser: the control. */
  readonly control: number
}

/**
 * Opens every vector in the browser of exports, with scripts and without a policy, and prints it. Nothing may reach the
 * listener, not even a connection. The control is the same browser with a network.
 */
export async function tryRequests(count: number, progress: (line: string) => void): Promise<TriedRequests> {
  const listener = await listen()
  const log = createLog('silent')
  const browsers = createExportBrowsers({ chromiumPath: process.env.CHROMIUM_PATH || null, log })
  const all = cases(listener.port).slice(0, count)
  const reached: string[] = []
  for (const [at, [name, html]] of all.entries()) {
    const { signal } = new AbortController()
    const document = { html, answer: async () => null, policy: '', size: { width: 960, height: 700 }, signal }
    await browsers
      .withPage({ ...document, ready: 'html', whileLoading: async () => {} }, async (page) => {
        await page.waitForTimeout(patience)
        const pdf = await page.pdf({ printBackground: true })
        if (pdf.includes('secret')) reached.push(`${name}: in the PDF`)
      })
      .catch(() => {})
    const taken = listener.take()
    if (taken.length > 0) reached.push(`${name}: ${taken.join(', ')}`)
    if (at % 20 === 19) progress(`${at + 1} of ${all.length}`)
  }
  await browsers.close()
  const control = await countControl(all, listener)
  await listener.close()
  return { tried: all.length, reached, control }
}

/** How many vectors reach the listener from a browser with a network. */
async function countControl(all: readonly (readonly [string, string])[], listener: Awaited<ReturnType<typeof listen>>) {
  const { executablePath, env } = await findChromium(process.env.CHROMIUM_PATH || null)
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...env },
  })
  let count = 0
  for (const [, html] of all) {
    const page = await browser.newPage()
    await page.route('http://slides.invalid/', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto('http://slides.invalid/', { waitUntil: 'commit' }).catch(() => {})
    await page.waitForTimeout(patience)
    await page.close()
    if (listener.take().length > 0) count += 1
  }
  await browser.close()
  return count
}
