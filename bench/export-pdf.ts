/**
 * Claim: an export as PDF is at least 5, 9 and 20 times as fast as decktape at 30, 100 and 300 slides, with the same
 * words, and looks as much like the slides (content similarity not below decktape's by more than 0.005). At 100 slides
 * its browser uses at most 600 MB. The PDF of a slide with each block type is tagged, with a title, a language and an
 * outline, and every picture has its alternative text. decktape prints the deck's page of the account export with
 * plain reveal.js, with its shortest pauses and the same browser; both take turns. Exit code 1 if the claim fails.
 *
 * Peers are installed outside the product: npm install --ignore-scripts --prefix FOLDER decktape, with PEERS=FOLDER;
 * default lectern-peers in the temporary folder. Without it, and without pdftotext and pdftoppm, the comparison is left
 * out. Usage: node bench/export-pdf.ts [rounds] [slides …]
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type { Browser, BrowserContext } from 'playwright-core'
import { findChromium } from '../src/server/chromium/find-chromium.ts'
import { typeOfKey } from '../src/server/files/file-types.ts'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { quantile } from './bench-app.ts'
import { benchBrowser } from './bench-browser.ts'
import { tell } from './bench-editor.ts'
import { benchPhoto, exportSlides, sampleSlides } from './bench-export-deck.ts'
import { contentSimilarity, drawPages, isInstalled, removePages, sharedWords, wordsOf } from './compare-pages.ts'

const [, , rounds = '3', ...counts] = process.argv
const sizes = counts.length > 0 ? counts.map(Number) : [30, 100, 300]
const bars: Readonly<Record<number, number>> = { 30: 5, 100: 9, 300: 20 }
const mostMegabytes = 600
const decktape = join(process.env.PEERS ?? join(tmpdir(), 'lectern-peers'), 'node_modules/decktape/decktape.js')
const folder = mkdtempSync(join(tmpdir(), 'lectern-export-'))

/** Calls the API as the author does. */
async function call(context: BrowserContext, baseUrl: string, path: string, method = 'GET', data?: unknown) {
  const page = await (await context.request.get(`${baseUrl}/about`)).text()
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const headers = { 'x-csrf-token': token, origin: baseUrl }
  return context.request.fetch(baseUrl + path, { method, headers, ...(data === undefined ? {} : { data }) })
}

async function upload(context: BrowserContext, baseUrl: string, seed: number): Promise<string> {
  const page = await (await context.request.get(`${baseUrl}/about`)).text()
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const file = { name: `photo-${seed}.jpg`, mimeType: 'image/jpeg', buffer: await benchPhoto(seed) }
  const headers = { 'x-csrf-token': token, origin: baseUrl }
  const answer = await context.request.post(`${baseUrl}/api/v1/media.json`, { multipart: { file }, headers })
  return ((await answer.json()) as { url: string }).url
}

/** The memory of a process and those that it started, in MB, each shared page counted once. */
function memoryBelow(pid: number): number {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // It has ended.
    }
  }
  const below = (id: number): number[] => (parents.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  const kilobytes = below(pid).map((id) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** The id of the process that listens at a port of this machine. */
function processOf({ port }: RunningServer): number {
  const inode = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => state === '0A' && Number.parseInt(local?.split(':')[1] ?? '', 16) === port)?.[9]
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const files = readdirSync(`/proc/${name}/fd`)
      const isIt = (file: string) => readlink(`/proc/${name}/fd/${file}`) === `socket:[${inode}]`
      if (files.some(isIt)) return Number(name)
    } catch {
      // It has ended.
    }
  }
  return 0
}

function readlink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

interface Exported {
  readonly path: string
  readonly seconds: number
  readonly megabytes: number
}

/** Exports a deck through the API, from the request to the finished file. */
async function exportDeck(context: BrowserContext, server: RunningServer, id: number): Promise<Exported> {
  const exports = `/api/v1/decks/${id}/exports`
  const pid = processOf(server)
  let megabytes = 0
  const meter = setInterval(() => {
    megabytes = Math.max(megabytes, memoryBelow(pid))
  }, 150)
  const begun = performance.now()
  const made = await (await call(context, server.baseUrl, `${exports}.json`, 'POST', { type: 'pdf' })).json()
  for (;;) {
    const answer = await context.request.get(`${server.baseUrl}${exports}/${made.id}.json`)
    const { status, url } = (await answer.json()) as { status: string; url: string }
    if (status === 'failed') throw new Error('The export failed')
    if (status === 'finished') {
      const seconds = (performance.now() - begun) / 1000
      clearInterval(meter)
      const path = join(folder, `${id}-ours.pdf`)
      writeFileSync(path, await (await context.request.get(server.baseUrl + url)).body())
      await call(context, server.baseUrl, `${exports}/${made.id}.json`, 'DELETE')
      return { path, seconds, megabytes }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Serves files from memory on this machine. */
async function serve(files: Readonly<Record<string, Uint8Array>>) {
  const host = createServer((request, response) => {
    const body = files[decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname.slice(1))]
    response.writeHead(body ? 200 : 404, { 'content-type': typeOfKey(`x/y${extname(request.url ?? '')}`) })
    // The slides of both fill their pages.
    const page = body && /index\.html$/.test(request.url ?? '')
    response.end(
      page
        ? Buffer.from(body)
            .toString()
            .replace('Reveal.initialize(Object.assign(', 'Reveal.initialize(Object.assign({"margin":0},')
        : body,
    )
  })
  await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, close: () => host.close() }
}

async function printByDecktape(address: string, name: string): Promise<Exported> {
  const path = join(folder, `${name}-decktape.pdf`)
  const { executablePath, env } = await findChromium(process.env.CHROMIUM_PATH || null)
  const pauses = ['--pause', '0', '--load-pause', '0', '--size', '960x700']
  const args = [decktape, 'reveal', ...pauses, '--chrome-path', executablePath, '--chrome-arg=--no-sandbox']
  const begun = performance.now()
  const child = spawn(process.execPath, [...args, address, path], { env: { ...process.env, ...env }, stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0 || !existsSync(path)) throw new Error(`decktape ended with ${code}: ${output.slice(-2000)}`)
  return { path, seconds: (performance.now() - begun) / 1000, megabytes: 0 }
}

/** Screenshots of the slides of a page with reveal.js. */
async function shots(browser: Browser, address: string, count: number): Promise<Buffer[]> {
  const page = await browser.newPage({ viewport: { width: 960, height: 700 } })
  await page.goto(address, { waitUntil: 'load' })
  await page.addStyleTag({ content: '.controls,.progress{display:none!important}*{transition:none!important}' })
  const pictures: Buffer[] = []
  for (let at = 0; at < count; at++) {
    await page.evaluate(async (index) => {
      const { Reveal } = window as unknown as {
        Reveal: { slide(h: number, v: number, f: number): void; configure(options: object): void }
      }
      Reveal.configure({ transition: 'none', backgroundTransition: 'none' })
      Reveal.slide(index, 0, 99)
      await document.fonts.ready
      const current = document.querySelector('.slides > section.present')
      const behind = document.querySelector<HTMLElement>('.slide-background.present .slide-background-content')
      const address = /url\("([^"]+)"\)/.exec(behind?.style.backgroundImage ?? '')?.[1]
      const background = Object.assign(new Image(), address ? { src: address } : {})
      const pictures = [...(current?.querySelectorAll('img') ?? []), ...(address ? [background] : [])]
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
      // A frame is painted before the second callback.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, at)
    pictures.push(await page.screenshot({ type: 'png' }))
  }
  await page.close()
  return pictures
}

async function similarityTo(pictures: readonly Buffer[], pdf: string): Promise<number> {
  const drawn = await drawPages(pdf, 960)
  const scores = await Promise.all(
    pictures.map((picture, at) => (drawn.pages[at] ? contentSimilarity(picture, drawn.pages[at]) : 0)),
  )
  removePages(drawn)
  return scores.reduce((sum, one) => sum + one, 0) / scores.length
}

/** Reads the structure of an uncompressed part of a PDF: the browser writes its tags as plain objects. */
function structureOf(path: string) {
  const text = readFileSync(path).toString('latin1')
  const figures = [...text.matchAll(/<<\/Type \/StructElem\s+\/S \/Figure[\s\S]*?>>\s*endobj/g)].map(([one]) => one)
  return {
    isTagged: text.includes('/Marked true') && text.includes('/StructTreeRoot'),
    title: /\/Title [(<]/.test(text),
    language: /\/Lang \(/.test(text),
    outline: (text.match(/\/Dest \[\d+ 0 R \/Fit\]/g) ?? []).length,
    figures: figures.length,
    withoutAlt: figures.filter((one) => !one.includes('/Alt')).length,
    alts: figures.map((one) => /\/Alt \(([^)]*)\)/.exec(one)?.[1] ?? '…'),
  }
}

const browser = await benchBrowser()
const server = await runServer({ env: { BILLING: 'off' } })
const context = await browser.newContext()
const peers = existsSync(decktape)
const tools = (await isInstalled('pdftotext')) && (await isInstalled('pdftoppm'))
if (!peers) console.log(`  decktape is not installed at ${decktape}: the comparison is left out`)
if (!tools) console.log('  pdftotext and pdftoppm are not installed: words and looks are left out')
try {
  const author = await deckAuthor(context, server.baseUrl)
  const photos = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => upload(context, server.baseUrl, seed)))
  const idOf = async (address: string) => {
    const [, username = '', slug = ''] = new URL(address).pathname.split('/')
    const answer = await context.request.get(`${server.baseUrl}/api/v1/users/${username}/decks/${slug}.json`)
    return ((await answer.json()) as { id: number }).id
  }
  const samples = await idOf(await author.publish('Every block', sampleSlides(photos[0]!)))
  const structure = structureOf((await exportDeck(context, server, samples)).path)
  console.log(`  ${JSON.stringify(structure)}`)
  const isComplete = structure.isTagged && structure.title && structure.language && structure.outline > 0
  tell('tags, title, language and outline of every block', isComplete ? 'there' : 'missing', 'there', isComplete)
  // An image, a formula, a poster and a chart.
  const isNamed = structure.withoutAlt === 0 && structure.figures >= 4
  tell('pictures without alternative text', `${structure.withoutAlt} of ${structure.figures}`, '0 of 4', isNamed)
  const decks = new Map<number, number>()
  for (const count of sizes)
    decks.set(count, await idOf(await author.publish(`Of ${count}`, exportSlides(count, photos))))
  const zip = unzipSync(
    new Uint8Array(await (await context.request.get(`${server.baseUrl}/api/v1/users/export`)).body()),
  )
  const host = await serve(zip)
  for (const [count, id] of decks) {
    const name = Object.keys(zip).find((one) => one.startsWith(`decks/${id}-`) && one.endsWith('/index.html'))
    const address = `${host.url}/${name}`
    await exportDeck(context, server, id)
    const took = { ours: [] as number[], decktape: [] as number[] }
    let megabytes = 0
    let [ours, other]: (Exported | null)[] = [null, null]
    for (let round = 0; round < Number(rounds); round++) {
      ours = await exportDeck(context, server, id)
      took.ours.push(ours.seconds)
      megabytes = Math.max(megabytes, ours.megabytes)
      if (!peers) continue
      other = await printByDecktape(address, String(id))
      took.decktape.push(other.seconds)
    }
    console.log(
      `  ${count} slides: ${took.ours.map((one) => one.toFixed(2)).join(', ')} s; decktape ${took.decktape.map((one) => one.toFixed(2)).join(', ')} s; ${megabytes.toFixed(0)} MB`,
    )
    if (count === 100)
      tell('memory at 100 slides', `${megabytes.toFixed(0)} MB`, `${mostMegabytes} MB`, megabytes <= mostMegabytes)
    if (!ours || !other) continue
    const ratio = quantile(
      took.decktape.map((one, at) => one / took.ours[at]!),
      0.5,
    )
    const bar = bars[count] ?? 5
    tell(`${count} slides, as fast as decktape`, `${ratio.toFixed(1)}x`, `${bar}x`, ratio >= bar)
    if (!tools) continue
    const [own, theirs] = [await wordsOf(ours.path), await wordsOf(other.path)]
    const shared = sharedWords(theirs, own)
    tell(`${count} slides, decktape's words`, `${(shared * 100).toFixed(1)} %`, '100 %', shared >= 0.999)
    if (count > 100) continue
    const pictures = await shots(browser, address, count)
    const looks = { ours: await similarityTo(pictures, ours.path), decktape: await similarityTo(pictures, other.path) }
    const isAlike = looks.ours >= looks.decktape - 0.005
    tell(`${count} slides, looks`, looks.ours.toFixed(3), `${looks.decktape.toFixed(3)} - 0.005`, isAlike)
  }
  host.close()
} finally {
  await browser.close()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
