import type { RequestListener } from 'node:http'
import { defineJobs } from '../../../api/jobs.ts'
import { createGuardedDownload } from '../../../server/identity/guarded-download.ts'
import { resolveTo } from '../../resolve-to.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../test-app.ts'
import { type NetworkListener, packetsOf } from './own-network.ts'
import { privateAddresses, publicHost } from './private-addresses.ts'

/** What came of trying one way out of the server. */
export interface Tried {
  readonly way: string
  readonly tried: number
  /** What reached a private address. */
  readonly reached: readonly string[]
  /** Work that the product should have done, and did not: then the tries prove nothing. */
  readonly undone: readonly string[]
}

const perPage = 10
const page = (slides: string, head = '') =>
  `<!doctype html><html><head><title>Deck</title>${head}</head><body><div class="reveal"><div class="slides">${slides}</div></div></body></html>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A page whose pictures, films, styles and fonts are at these addresses. */
function pageWith(addresses: readonly string[]): string {
  const head = addresses.flatMap((one) => [
    `<link rel="stylesheet" href="${escaped(one)}">`,
    `<style>@import url("${one}"); @font-face { font-family: f; src: url("${one}") } .reveal h1 { background: url("${one}") }</style>`,
  ])
  const slides = addresses.map(escaped).map(
    (one) =>
      `<section data-background-image="${one}" data-background-video="${one}"><h1>Kept</h1><img src="${one}"><img data-src="${one}">
       <video src="${one}" poster="${one}"></video><audio src="${one}"></audio><p style="background: url('${one}')">x</p>
       <section data-markdown="${one}"></section></section>`,
  )
  return page(slides.join(''), head.join(''))
}

const pages = Array.from({ length: Math.ceil(privateAddresses.length / perPage) }, (_, at) =>
  pageWith(privateAddresses.slice(at * perPage, (at + 1) * perPage)),
)

/** The public site: /to/3 leads to the third private address, /page/3 is a page with files there. */
export const site: RequestListener = (request, response) => {
  const [, kind, number] = (request.url ?? '').split('/')
  const address = privateAddresses[Number(number)]
  if (kind === 'page') return void response.setHeader('content-type', 'text/html').end(pages[Number(number)])
  if (kind !== 'to' || address === undefined) return void response.writeHead(404).end()
  const location = /^[\x20-\x7e]*$/.test(address) ? address : encodeURI(address)
  response.writeHead(Number(number) % 2 === 0 ? 302 : 308, { location }).end()
}

/** An app with an account, without limits of rate. `open`: its downloads reach any address, for the control. */
export async function openApp(open: boolean): Promise<{ app: TestApp; ann: TestPerson }> {
  const any = { isAllowed: () => true, ports: new Set(['', '80', '443', '8080', '8443', '22', '6379']) }
  const app = await makeTestApp('sqlite', open ? { download: createGuardedDownload(any) } : {})
  Object.assign(app.services.limits, { take: async () => ({ allowed: true, retryAfter: 0 }) })
  return { app, ann: await app.person({ plan: 'pro' }) }
}

type Import = (address: string) => Promise<string>

async function importer({ app, ann }: Awaited<ReturnType<typeof openApp>>): Promise<Import> {
  defineJobs(app.services)
  return async (url) => {
    const { status, body } = await ann.post('/api/v1/imports/address.json', { import: { url } })
    if (status !== 201) return `refused with ${status}`
    await app.services.jobs.idle()
    return (await ann.get(`/api/v1/imports/${body.id}.json`)).body.status
  }
}

/** Imports of each private address, of pages that lead there, and of pages with files there. */
export async function reachByAddress(listener: NetworkListener, open = false): Promise<Tried[]> {
  const opened = await openApp(open)
  const load = await importer(opened)
  listener.take()
  const each = async (way: string, addresses: readonly string[], wanted: RegExp, silent: boolean): Promise<Tried> => {
    const reached: string[] = []
    const undone: string[] = []
    for (const [at, address] of addresses.entries()) {
      const before = packetsOf('self')
      const status = await load(address)
      const [packets, taken] = [packetsOf('self') - before, listener.take()]
      const name = address.startsWith(`http://${publicHost}/to/`) ? `${privateAddresses[at]}, redirected` : address
      if (taken.length > 0 || (silent && packets > 0))
        reached.push(`${name}: ${packets} packets, ${taken.join(', ')} (${status})`)
      if (!wanted.test(status)) undone.push(`${name}: ${status}`)
    }
    return { way, tried: addresses.length, reached, undone }
  }
  const toPublic = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `http://${publicHost}/${kind}/${at}`)
  // Of those that confuse parsers, some are the public site's.
  const isPrivate = (address: string) => !URL.canParse(address) || new URL(address).hostname !== publicHost
  const tried = [
    await each('imports of addresses', privateAddresses.filter(isPrivate), /./, true),
    await each('imports of redirects', toPublic('to', privateAddresses.length), /./, false),
    await each('files of imported pages', toPublic('page', pages.length), /^finished$/, false),
  ]
  await opened.app.close()
  return tried
}

/** Imports of a public name that private addresses are found for, also beside a public one. */
export async function reachByName(listener: NetworkListener): Promise<Tried> {
  const reached: string[] = []
  const hidden = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1']
  const found = hidden.flatMap((one) => [[one], [publicHost, one], [one, publicHost]])
  for (const addresses of found) {
    const download = createGuardedDownload({ resolve: resolveTo(...addresses) })
    const before = packetsOf('self')
    const ended = await download('http://slides.example/secret', { budget: { bytes: 1_000 }, timeout: 5_000 }).then(
      () => 'downloaded',
      (error: Error) => error.message,
    )
    const [packets, taken] = [packetsOf('self') - before, listener.take()]
    if (packets > 0 || taken.length > 0 || ended === 'downloaded')
      reached.push(`a name at ${addresses.join(' and ')}: ${packets} packets, ${ended}`)
  }
  // The control: the same name at the public address alone.
  const download = createGuardedDownload({ resolve: resolveTo(publicHost) })
  const undone = await download('http://slides.example/page/0', { budget: { bytes: 1_000_000 }, timeout: 5_000 }).then(
    () => [],
    (error: Error) => [`the download of a name at the public address: ${error.message}`],
  )
  listener.take()
  return { way: 'names of private addresses', tried: found.length, reached, undone }
}
