import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'

/** Compressed kB. */
export function weight(bytes: Buffer | string): number {
  return gzipSync(bytes, { level: 9 }).byteLength / 1000
}

/** The scripts and styles of a first visit. */
export interface PageWeight {
  /** kB of scripts and styles, and their number of files. */
  readonly script: number
  readonly style: number
  readonly files: number
}

/**
 * Opens a page with an empty cache, waits until the network is idle, and measures its scripts and styles, inline ones
 * included.
 */
export async function weighPage(context: BrowserContext, address: string): Promise<PageWeight> {
  const page = await context.newPage()
  const found = { script: 0, stylesheet: 0, files: 0 }
  const bodies: Promise<void>[] = []
  /** Resources of several frames come from the cache after the first time. */
  const seen = new Set<string>()
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if ((kind !== 'script' && kind !== 'stylesheet') || seen.has(response.url())) return
    seen.add(response.url())
    found.files += 1
    bodies.push(
      response.body().then((body) => {
        found[kind] += weight(body)
      }),
    )
  })
  const answer = await page.goto(address, { waitUntil: 'load' })
  if (answer?.status() !== 200) throw new Error(`${address}: ${answer?.status()}`)
  await page.locator('html.loaded').waitFor()
  await page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  const inside = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => ({
        script: Array.from(document.scripts, ({ src, type, text }) => (src || type.endsWith('json') ? '' : text)).join(
          '\n',
        ),
        style: Array.from(document.querySelectorAll('style'), (style) => style.textContent ?? '').join('\n'),
      })),
    ),
  )
  await page.close()
  for (const { script, style } of inside) {
    if (script !== '') found.script += weight(script)
    if (style !== '') found.stylesheet += weight(style)
  }
  return { script: found.script, style: found.stylesheet, files: found.files }
}
