import { chromium } from 'playwright-core'
import { createExportBrowsers } from '../../../server/chromium/create-export-browsers.ts'
import { createPictures } from '../../../server/chromium/create-pictures.ts'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import { createLog } from '../../../server/http/logging.ts'
import { requestVectors } from '../export/request-vectors.ts'
import { documentOf } from '../export/run-requests.ts'
import { type NetworkListener, ownBrowsers, packetsOf } from './own-network.ts'
import { privateAddresses } from './private-addresses.ts'
import type { Tried } from './reach-by-address.ts'

/** How long a document may try to reach something, in ms. */
const patience = 700
const secret = 'http://10.0.0.1/secret'
const size = { width: 960, height: 700 }
const perDocument = 20
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Document = readonly [name: string, html: string]

/** Each vector in a document, then pictures, frames and requests to the private addresses. */
function documents(): readonly Document[] {
  const own = requestVectors.map((vector) => [vector.name, documentOf(vector, secret)] as const)
  const others: Document[] = []
  for (let at = 0; at < privateAddresses.length; at += perDocument) {
    const addresses = privateAddresses.slice(at, at + perDocument)
    const html = addresses.map((one) => {
      const address = one.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return `<img src="${address}" alt=""><iframe src="${address}"></iframe><script>fetch(${JSON.stringify(one)}, { mode: 'no-cors' }).catch(() => {})</script>`
    })
    const vector = { name: `addresses ${at} to ${at + addresses.length}`, html: () => html.join('') }
    others.push([vector.name, documentOf(vector, secret)])
  }
  return [...own, ...others]
}

/** Counts what the documents reach; `open` resolves after each had its time. */
async function openAll(
  way: string,
  listener: NetworkListener,
  open: (html: string) => Promise<void>,
  isSilent: boolean,
): Promise<Tried> {
  const reached: string[] = []
  const undone: string[] = []
  let opened = 0
  const all = documents()
  listener.take()
  for (const [name, html] of all) {
    const before = packetsOf('self')
    await open(html).then(
      () => {
        opened += 1
      },
      () => {},
    )
    const packets = isSilent ? packetsOf('self') - before : 0
    const taken = listener.take()
    if (taken.length > 0 || packets > 0) reached.push(`${name}: ${packets} packets, ${[...new Set(taken)].join(', ')}`)
  }
  // Documents that navigate away are not drawn.
  if (opened < all.length * 0.7) undone.push(`${all.length - opened} of ${all.length} documents were not drawn`)
  return { way, tried: all.length, reached, undone }
}

/** The network of the browsers must be another one, or none: its packets are counted. */
class BrowserPackets {
  seen = 0
  packets = 0
  look(): void {
    for (const pid of ownBrowsers()) {
      try {
        this.packets = Math.max(this.packets, packetsOf(pid))
        this.seen += 1
      } catch {
        // It has ended.
      }
    }
  }

  /** What they say of a way. */
  add(tried: Tried): Tried {
    const reached = this.packets > 0 ? [`${this.packets} packets in the browser's network`] : []
    const undone = this.seen === 0 ? ['no browser was seen'] : []
    return { ...tried, reached: [...tried.reached, ...reached], undone: [...tried.undone, ...undone] }
  }
}

const options = () => ({ chromiumPath: process.env.CHROMIUM_PATH || null, log: createLog('silent') })

/** `hasNamespace`: the browser has a network of its own, which is empty; otherwise switches alone hold it. */
async function reachByExports(listener: NetworkListener, hasNamespace: boolean): Promise<Tried> {
  const browsers = createExportBrowsers(options())
  const packets = new BrowserPackets()
  const open = async (html: string) => {
    const { signal } = new AbortController()
    const document = { html, answer: async () => null, policy: '', size, signal }
    await browsers.withPage({ ...document, ready: 'html', whileLoading: async () => {} }, async (page) => {
      await page.waitForTimeout(patience)
      packets.look()
      const pdf = await page.pdf({ printBackground: true })
      if (pdf.includes('secret answer')) throw new Error('The PDF contains an answer')
    })
  }
  const way = hasNamespace ? 'the browser of exports' : 'the browser of exports without a namespace'
  const tried = await openAll(way, listener, open, hasNamespace)
  await browsers.close()
  return hasNamespace ? packets.add(tried) : tried
}

async function reachByThumbnails(listener: NetworkListener): Promise<Tried> {
  const pictures = createPictures(options())
  const packets = new BrowserPackets()
  const open = async (html: string) => {
    // The load event waits for a picture that comes late.
    const answer = async (address: string) => {
      if (!address.startsWith('/late')) return null
      await pause(patience)
      packets.look()
      return null
    }
    const late = html.replace('</body>', '<img src="/late" alt=""></body>')
    await pictures.screenshot(late, { width: 640, height: 467 }, { answer, scripts: true })
    await pictures.pdf(html)
  }
  const tried = await openAll('the browser of thumbnails', listener, open, true)
  await pictures.close()
  return packets.add(tried)
}

/** All ways by browsers: exports, exports on a system without namespaces, thumbnails. */
export async function reachByBrowser(listener: NetworkListener): Promise<Tried[]> {
  const tried = [await reachByExports(listener, true), await reachByThumbnails(listener)]
  const { PATH } = process.env
  process.env.PATH = '/nonexistent'
  tried.push(await reachByExports(listener, false))
  process.env.PATH = PATH
  return tried
}

/** The control: the number of documents that reach something from a browser with the network. */
export async function reachFromNetwork(listener: NetworkListener): Promise<{ tried: number; reached: number }> {
  const { executablePath, env } = await findChromium(process.env.CHROMIUM_PATH || null)
  const environment = { ...(process.env as Record<string, string>), ...env }
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, env: environment })
  let reached = 0
  const all = documents()
  for (const [, html] of all) {
    const page = await browser.newPage()
    await page.route('http://slides.invalid/', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto('http://slides.invalid/', { waitUntil: 'commit' }).catch(() => {})
    await page.waitForTimeout(patience)
    await page.close()
    if (listener.take().length > 0) reached += 1
  }
  await browser.close()
  return { tried: all.length, reached }
}
