import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../server/chromium/find-chromium.ts'
import { canary } from './attack.ts'
import { robot } from './robot.ts'

/** What markup did in a real browser without any protection. */
export interface Shown {
  /** Number of executed scripts. */
  readonly hits: number
  /** Dialogs and top-level navigations. */
  readonly escapes: readonly string[]
  /** Requests that a deck may not make: 'image http://…'. */
  readonly requests: readonly string[]
  /** Number of slides the player showed; a page that never started proves nothing. */
  readonly visited: number
}

/** A browser and a server of pages without CSP, sandbox or separate origin. */
export interface AttackBrowser {
  /**
   * Shows slides with plain reveal.js (notes shown, all features on), visits each, and interacts with everything.
   * `patience`: startup timeout in ms for pages that may be broken; default 1.5 s.
   */
  showSlides(slides: string, patience?: number): Promise<Shown>
  /** Opens a complete page as from a disk, with reveal.js next to it. */
  showPage(html: string): Promise<Shown>
  /** Opens an SVG by its own URL. */
  showDrawing(svg: string): Promise<Shown>
  /** Opens many SVGs, each in a frame as a document of its own. */
  showDrawings(drawings: readonly string[]): Promise<Shown>
  /** Applies style sheets to a page with matching elements. */
  showStyles(sheets: readonly string[]): Promise<Shown>
  close(): Promise<void>
}

const revealFolder = dirname(createRequire(import.meta.url).resolve('reveal.js'))
const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

/** Kinds of requests that slides may make over https. */
const allowedKinds: ReadonlySet<string> = new Set(['image', 'media', 'document'])

/** Starts the browser and its server on a free port. */
export async function startAttackBrowser(): Promise<AttackBrowser> {
  const found = await findChromium(process.env.CHROMIUM_PATH ?? null)
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  const pages = new Map<string, { type: string; body: string }>()
  const server = await serve(pages)
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  let count = 0
  const keep = (type: string, body: string): string => {
    const path = `/page/${count++}`
    pages.set(path, { type, body })
    return path
  }
  const show = async (type: string, body: string, patience = 1500): Promise<Shown> => {
    const path = keep(type, body)
    try {
      return await visit(browser, { origin, path, patience })
    } finally {
      pages.delete(path)
    }
  }
  return {
    showSlides: (slides, patience) => show('text/html; charset=utf-8', slidesPage(slides), patience),
    showPage: (html) => show('text/html; charset=utf-8', html, 30_000),
    showDrawing: (svg) => show('image/svg+xml', svg),
    async showDrawings(drawings) {
      const paths = drawings.map((svg) => keep('image/svg+xml', svg))
      const frames = paths.map((path) => `<iframe width="90" height="60" src="${path}"></iframe>`).join('')
      const start = '<script>onload = () => { window.started = true }</script>'
      const shown = await show('text/html; charset=utf-8', `<!DOCTYPE html>${frames}${start}`, 20_000)
      for (const path of paths) pages.delete(path)
      return shown
    },
    showStyles: (sheets) => show('text/html; charset=utf-8', stylesPage(sheets)),
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serve(pages: ReadonlyMap<string, { type: string; body: string }>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const page = pages.get(path)
    if (page) response.writeHead(200, { 'content-type': page.type }).end(page.body)
    else if (path.startsWith('/m/')) response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel)
    else if (/^(?:\/reveal)?\/reveal\.(?:mjs|js|css)$/.test(path)) {
      const type = path.endsWith('css') ? 'text/css' : 'text/javascript'
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(revealFolder, basename(path))))
    } else response.writeHead(404).end()
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function slidesPage(slides: string): string {
  return `<!DOCTYPE html><html><head><link rel="stylesheet" href="/reveal.css"></head><body>
<div class="reveal"><div class="slides">${slides}</div></div>
<script type="module">
import Reveal from '/reveal.mjs'
window.deck = new Reveal(document.querySelector('.reveal'), { showNotes: true, transition: 'none', backgroundTransition: 'none', hash: true, preloadIframes: true, previewLinks: true, viewDistance: 9, autoSlide: 0 })
window.deck.initialize().finally(() => { window.started = true })
</script></body></html>`
}

function stylesPage(sheets: readonly string[]): string {
  const elements =
    '<p title="a" data-x="http://canary.invalid/x">a</p><a href="#">b</a><q>c</q><input value="abc"><div class="a b"><i>d</i></div>'
  return `<!DOCTYPE html><html><head>${sheets.map((css) => `<style>${css}</style>`).join('')}</head><body>${elements}<script>window.started = true</script></body></html>`
}

interface Visit {
  readonly origin: string
  readonly path: string
  readonly patience: number
}

async function visit(browser: Browser, page: Visit): Promise<Shown> {
  const context = await browser.newContext({ viewport: { width: 960, height: 700 } })
  try {
    return await visitIn(context, page)
  } finally {
    await context.close()
  }
}

async function visitIn(context: BrowserContext, { origin, path, patience }: Visit): Promise<Shown> {
  const escapes: string[] = []
  const requests: string[] = []
  let hits = 0
  await context.exposeBinding('hit', () => {
    hits++
  })
  await context.addInitScript('window.alert = window.confirm = window.prompt = () => hit()')
  const page = await context.newPage()
  await context.route('**/*', async (route) => {
    const request = route.request()
    const url = request.url()
    if (url.startsWith(`${origin}/`)) return route.continue()
    const isOfPage = request.frame().page() === page
    const isPlain =
      url.startsWith('https:') && allowedKinds.has(request.resourceType()) && new URL(url).hostname !== canary
    if (isOfPage && !isPlain) requests.push(`${request.resourceType()} ${url}`)
    return route.abort()
  })
  page.on('dialog', (dialog) => {
    escapes.push(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !frame.url().startsWith(`${origin}${path}`))
      escapes.push(`navigation ${frame.url()}`)
  })
  const visited = await play(page, `${origin}${path}`, patience)
  return { hits, escapes, requests: [...new Set(requests)], visited }
}

/**
 * Visits all slides of a page; returns their number. The visit ends if an attack breaks, replaces or hangs the page, and
 * earlier results count.
 */
async function play(page: Page, address: string, patience: number): Promise<number> {
  const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)
  await quietly(page.goto(address, { waitUntil: 'commit', timeout: 5000 }))
  await quietly(
    page.waitForFunction(
      'window.started === true || document.contentType === "image/svg+xml" || window.Reveal?.isReady?.() === true',
      undefined,
      {
        timeout: patience,
        polling: 20,
      },
    ),
  )
  const played = page.frames().map((frame) => quietly(frame.evaluate<number>(`(${robot})()`)))
  const [visited] = (await quietly(Promise.race([Promise.all(played), timeout(Math.max(15_000, patience))]))) ?? []
  await quietly(Promise.race([page.keyboard.press('Tab').then(() => page.keyboard.press('x')), timeout(1000)]))
  await quietly(Promise.race([page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))'), timeout(1000)]))
  return visited ?? 0
}

const timeout = (time: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, time, undefined).unref())
