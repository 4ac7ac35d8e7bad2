/**
 * Claim: the slides of each export look like those of the product. Every block's sample and every example is exported as
 * PDF, PowerPoint, ZIP and one page, drawn, and compared with the slide as its deck's page shows it, all steps done:
 * content similarity, 1 is equal. golden-pictures.json has the figure of each block and example by format; the claim fails
 * where one is more than 0.02 lower. PowerPoint files need LibreOffice and poppler.
 *
 * Usage: npm run golden-pictures -- [--update] [--only NAME] [--out FOLDER] [--tools FOLDER]
 *
 * `--update` stores the figures of this run. `--out` keeps the pictures. `--tools`: a folder with node_modules of wawoff2,
 * which makes fonts of the decks for LibreOffice; without it files of PowerPoint are drawn with the fonts of this machine.
 * LibreOffice's figures depend on both, so they are stored with `--tools`, and compared only then.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import type { Browser, BrowserContext, Frame } from 'playwright-core'
import sharp from 'sharp'
import { drawPage } from '../src/api/imports/pdf/draw-page.ts'
import { loadPdfium, openDocument } from '../src/api/imports/pdf/pdfium.ts'
import { blocks } from '../src/blocks/index.ts'
import { readDeckFile, settingsInFile } from '../src/document/deck-file.ts'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { benchBrowser } from './bench-browser.ts'
import { benchPhoto, sampleSlides } from './bench-export-deck.ts'
import { installFonts } from './deck-fonts.ts'
import { canDrawOffice, drawOffice } from './draw-office.ts'
import { likeness } from './picture-score.ts'

const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    update: { type: 'boolean' },
    only: { type: 'string' },
    out: { type: 'string' },
    tools: { type: 'string' },
  },
})
const table = join(import.meta.dirname, 'golden-pictures.json')
/** How much lower a figure may be: browsers and their fonts differ. */
const tolerance = 0.02
const size = { width: 960, height: 700 }
/** How long a page may take, in ms: a run beside others ends all the same. */
const patience = 180_000
/** After so many ms a slide is asked for again. */
const again = 5_000
const formats = ['pdf', 'ppt', 'zip', 'page'] as const
/** Blocks that files show as a card or a picture: they play nothing. */
const played = new Set(['video', 'audio', 'iframe'])
type Format = (typeof formats)[number]
type Figures = Partial<Record<Format, number>>
const stored = (existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {}) as Record<string, Figures>

/** A deck to export, and how its slides are called: all alike, or each on its own. */
interface Golden {
  readonly title: string
  readonly data: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly nameOf: (slide: number) => string
}

function examples(): Golden[] {
  const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.html'))
  return files.map((file) => {
    const { title, meta, slides } = readDeckFile(readFileSync(join(root, 'examples', file), 'utf8'))
    const name = basename(file, '.html')
    return { title, data: slides ?? '', settings: settingsInFile({ meta }, true), nameOf: () => `example ${name}` }
  })
}

async function upload(context: BrowserContext, { baseUrl }: RunningServer): Promise<string> {
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await benchPhoto(1) }
  const headers = await headersFor(context, baseUrl)
  const answer = await context.request.post(`${baseUrl}/api/v1/media.json`, { multipart: { file }, headers })
  return ((await answer.json()) as { url: string }).url
}

async function headersFor(context: BrowserContext, baseUrl: string): Promise<Record<string, string>> {
  const page = await (await context.request.get(`${baseUrl}/about`)).text()
  return { 'x-csrf-token': /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? '', origin: baseUrl }
}

/** Exports a deck through the API; returns the file. */
async function exportDeck(context: BrowserContext, address: string, type: string, more: object): Promise<Buffer> {
  const { origin, pathname } = new URL(address)
  const [, username = '', slug = ''] = pathname.split('/')
  const { id } = await (await context.request.get(`${origin}/api/v1/users/${username}/decks/${slug}.json`)).json()
  const exports = `${origin}/api/v1/decks/${id}/exports`
  const headers = await headersFor(context, origin)
  const answer = await context.request.post(`${exports}.json`, { data: { type, options: more }, headers })
  if (!answer.ok()) throw new Error(`${type}: ${await answer.text()}`)
  const made = await answer.json()
  for (;;) {
    const { status, url } = await (await context.request.get(`${exports}/${made.id}.json`)).json()
    if (status === 'failed') throw new Error(`The export as ${type} failed`)
    if (status === 'finished') return (await context.request.get(origin + url)).body()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The slide that is shown: stacks keep the class on their own slides. */
const shownSlide = '.slides > section.present:not(.stack), .slides > section.present.stack > section.present'

/** Runs in a document with slides: hides what is no slide, ends all steps, and waits for what the slide shows. */
const settle = `(async () => {
  for (const one of document.querySelectorAll('.controls, .progress, .slide-number')) one.style.display = 'none'
  const slide = document.querySelector('${shownSlide}')
  for (const one of slide.querySelectorAll('.fragment')) {
    one.classList.add('visible')
    one.classList.remove('current-fragment')
  }
  await Promise.all([...slide.querySelectorAll('img')].map((one) => one.decode().catch(() => {})))
  await document.fonts.ready
  for (const one of document.getAnimations()) one.finish?.()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
})()`

/** The places of the slides of a deck, in their order. */
const placesIn = `[...document.querySelectorAll('.slides > section')].flatMap((one, h) => {
  const below = [...one.children].filter(({ tagName }) => tagName === 'SECTION')
  return below.length === 0 ? [[h, 0]] : below.map((_, v) => [h, v])
})`

/** Where the slides stand in their document. */
const boxOf = `(() => { const { x, y, width, height } = document.querySelector('.slides').getBoundingClientRect(); return { x, y, width, height } })()`
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Pictures of all slides of a page with slides. `frameOf`: the document with them; `go`: shows a slide. */
async function shots(
  context: BrowserContext,
  address: string,
  isFrame: boolean,
  go: (frame: Frame, h: number, v: number) => Promise<unknown>,
): Promise<Buffer[]> {
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  await page.goto(address)
  const frame = isFrame ? await (await page.waitForSelector('#deck-frame')).contentFrame() : page.mainFrame()
  if (!frame) throw new Error(`${address} shows no slides`)
  await frame.waitForSelector(shownSlide)
  // Slides of their own size, without the margin around them.
  const { width } = (await frame.evaluate(boxOf)) as Box
  const factor = size.width / width
  await page.setViewportSize({ width: Math.ceil(size.width * factor), height: Math.ceil(size.height * factor) })
  const pictures: Buffer[] = []
  for (const [h = 0, v = 0] of (await frame.evaluate(placesIn)) as number[][]) {
    await go(frame, h, v)
    await frame.evaluate(settle)
    const clip = (await frame.evaluate(boxOf)) as Box
    pictures.push(await page.screenshot({ clip, animations: 'disabled' }))
  }
  await page.close()
  return pictures
}

/** Whether a slide is the one that is shown. Runs in its document. */
const isShown = ([across, down, shown]: readonly [number, number, string]): boolean => {
  const slide = document.querySelector(shown)
  const outer = slide?.parentElement?.closest('section') ?? slide
  const index = (one: Element | null | undefined) =>
    one ? [...(one.parentElement?.querySelectorAll(':scope > section') ?? [])].indexOf(one) : -1
  return index(outer) === across && (outer === slide || index(slide) === down)
}

/** The slides as the deck's own page shows them. */
function productShots(context: BrowserContext, address: string): Promise<Buffer[]> {
  return shots(context, `${address}/fullscreen`, true, async (frame, h, v) => {
    // A page that is still loading may miss a change of its hash.
    for (const until = performance.now() + patience; ; ) {
      await frame.page().evaluate((hash) => {
        history.replaceState(history.state, '', location.pathname)
        location.hash = hash
      }, `#/${h}/${v}`)
      const wait = frame.waitForFunction(isShown, [h, v, shownSlide] as const, { timeout: again })
      const error = await wait.then(
        () => null,
        (reason: Error) => reason,
      )
      if (error === null) return
      if (performance.now() > until) throw error
    }
  })
}

/** The slides of a page from the disk. */
function pageShots(context: BrowserContext, file: string): Promise<Buffer[]> {
  return shots(context, pathToFileURL(file).href, false, (frame, h, v) => frame.evaluate(`Reveal.slide(${h}, ${v})`))
}

async function pdfPictures(file: Uint8Array): Promise<Buffer[]> {
  const pdfium = await loadPdfium()
  const document = openDocument(pdfium, file)
  const pictures: Buffer[] = []
  for (let at = 0; at < pdfium.call('FPDF_GetPageCount', document); at++) {
    const page = pdfium.call('FPDF_LoadPage', document, at)
    const { data, channels, ...raw } = drawPage(pdfium, page, size)
    pdfium.call('FPDF_ClosePage', page)
    pictures.push(
      await sharp(data, { raw: { ...raw, channels } })
        .png()
        .toBuffer(),
    )
  }
  return pictures
}

function unpack(file: Uint8Array, folder: string): string {
  for (const [name, bytes] of Object.entries(unzipSync(file))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return join(folder, 'index.html')
}

/** The slides of an export as pictures; null where no program draws them. */
async function picturesOf(
  offline: BrowserContext,
  format: Format,
  file: Buffer,
  fonts: string | null,
): Promise<readonly Buffer[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-golden-'))
  try {
    if (format === 'pdf') return await pdfPictures(file)
    if (format === 'zip') return await pageShots(offline, unpack(file, folder))
    const path = join(folder, format === 'page' ? 'deck.html' : 'deck.pptx')
    writeFileSync(path, file)
    if (format === 'page') return await pageShots(offline, path)
    return canDrawOffice() ? (await drawOffice(path, size, fonts)).pictures : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function keep(name: string, picture: Buffer): void {
  if (options.out) writeFileSync(join(options.out, `${name.replaceAll(' ', '-')}.png`), picture)
}

const exported: Readonly<Record<Format, readonly [type: string, options: object]>> = {
  pdf: ['pdf', {}],
  ppt: ['ppt', {}],
  zip: ['zip', {}],
  page: ['zip', { form: 'page' }],
}

/** How alike the slides of each format are: the lowest figure of slides with the same name. */
async function figuresOf(
  { title, data, settings, nameOf }: Golden,
  tools: { author: Awaited<ReturnType<typeof deckAuthor>>; context: BrowserContext; offline: BrowserContext },
  fonts: string | null,
): Promise<Map<string, Figures>> {
  const address = await tools.author.publish(title, data, settings)
  const shown = await productShots(tools.context, address)
  const figures = new Map<string, Figures>()
  for (const [at, picture] of shown.entries()) keep(`${nameOf(at)} ${at + 1} deck`, picture)
  for (const format of formats) {
    const file = await exportDeck(tools.context, address, ...exported[format])
    const pictures = await picturesOf(tools.offline, format, file, fonts)
    if (pictures === null) continue
    if (pictures.length !== shown.length) throw new Error(`${title} as ${format} has ${pictures.length} slides`)
    for (const [at, picture] of pictures.entries()) {
      const name = nameOf(at)
      keep(`${name} ${at + 1} ${format}`, picture)
      if (played.has(name.replace('block ', ''))) continue
      const { content } = await likeness(shown[at]!, picture, size)
      const known = figures.get(name) ?? {}
      figures.set(name, { ...known, [format]: Math.min(known[format] ?? 1, Math.floor(content * 1000) / 1000) })
    }
  }
  return figures
}

/** Stores figures of this run beside the others. */
function store(measured: Readonly<Record<string, Figures>>): void {
  const merged = Object.entries(measured).map(([name, figures]) => [name, { ...stored[name], ...figures }])
  writeFileSync(table, `${JSON.stringify({ ...stored, ...Object.fromEntries(merged) }, null, 2)}\n`)
}

async function measure(browser: Browser, server: RunningServer): Promise<Record<string, Figures>> {
  const context = await browser.newContext()
  const offline = await browser.newContext({ offline: true })
  for (const one of [context, offline]) one.setDefaultTimeout(patience)
  const author = await deckAuthor(context, server.baseUrl)
  const samples: Golden = {
    ...{ title: 'Every block', data: sampleSlides(await upload(context, server)), settings: {} },
    nameOf: (slide) => `block ${blocks[slide]?.type ?? ''}`,
  }
  const fonts = await installFonts(root, options.tools ?? null)
  const measured: Record<string, Figures> = {}
  for (const golden of [samples, ...examples()]) {
    if (options.only && !golden.nameOf(0).includes(options.only) && !golden.title.includes(options.only)) continue
    for (const [name, figures] of await figuresOf(golden, { author, context, offline }, fonts)) {
      measured[name] = figures
      console.log(
        `  ${name.padEnd(40)} ${formats.map((one) => `${one} ${figures[one]?.toFixed(3) ?? '-'}`).join('  ')}`,
      )
    }
    if (options.update) store(measured)
  }
  return measured
}

if (options.out) mkdirSync(options.out, { recursive: true })
const browser = await benchBrowser(['--font-render-hinting=none'])
const server = await runServer({ env: { BILLING: 'off' } })
try {
  const measured = await measure(browser, server)
  const compared = formats.filter((format) => format !== 'ppt' || options.tools)
  const missed = Object.entries(measured).flatMap(([name, figures]) =>
    compared.flatMap((format) => {
      const [least, found] = [stored[name]?.[format], figures[format]]
      if (found === undefined) return []
      if (least === undefined) return [`${name} as ${format}: no figure is stored`]
      return found < least - tolerance ? [`${name} as ${format}: ${found} after ${least}`] : []
    }),
  )
  if (!options.update) {
    for (const one of missed) console.log(`MISSED ${one}`)
    process.exitCode = missed.length > 0 ? 1 : 0
  }
} finally {
  await browser.close()
  await server.dispose()
}
