import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import type { ContentMode } from '../../../server/content/content-hosts.ts'
import type { Walls } from '../product/walls-proxy.ts'
import { busyScript, busyScripts, slowestKey, slowestKeyIn } from './busy-scripts.ts'
import { probeView } from './probe-view.ts'
import { type Probe, type ProbeTargets, probeScript, probes } from './probes.ts'
import { type DressedTheme, type ScriptedInstance, startScriptedInstance } from './scripted-instance.ts'

/** A run of all probes: isolation mode, enabled protections, and whether it is the control. */
export interface ProbeRun {
  readonly name: string
  readonly mode: ContentMode
  readonly walls: Walls
  /** `harmless`: scripts run without effect. `absent`: they are not delivered. `control`: most of them succeed. */
  readonly expect: 'harmless' | 'absent' | 'control'
  /** Names of probes to skip. */
  readonly without?: readonly string[]
}

/**
 * Each mode with all protections, each mode with scripts also without a CSP, so that only origins protect, and a run
 * without protections.
 */
export const probeRuns: readonly ProbeRun[] = [
  { name: 'a host for each deck', mode: 'per-deck', walls: { policy: true, origin: true }, expect: 'harmless' },
  {
    name: 'a host for each deck, origins alone',
    mode: 'per-deck',
    walls: { policy: false, origin: true },
    expect: 'harmless',
  },
  { name: 'one host', mode: 'single', walls: { policy: true, origin: true }, expect: 'harmless' },
  {
    name: 'one host, origins alone',
    mode: 'single',
    walls: { policy: false, origin: true },
    expect: 'harmless',
    // Chromium 153 itself crashes on a blob framed by an opaque origin; the CSP forbids such frames.
    without: ['reach through a blob'],
  },
  { name: 'no content host', mode: 'none', walls: { policy: true, origin: true }, expect: 'absent' },
  { name: 'no wall', mode: 'none', walls: { policy: false, origin: false }, expect: 'control' },
]

/** Problems, one per line, and counts. */
export interface ProbeResult {
  readonly problems: readonly string[]
  /** Number of attempts in all views. */
  readonly tried: number
  /** Names of successful probes. */
  readonly through: readonly string[]
}

/** Views that deliver theme scripts, as suffixes of a deck's path. */
const scriptViews = ['', '/fullscreen', '/embed', '/review', '/speaker', '/live', '/live?present=false']

interface Scene {
  readonly instance: ScriptedInstance
  readonly context: BrowserContext
  readonly deck: { readonly id: number; readonly path: string }
  readonly targets: ProbeTargets
  readonly expect: ProbeRun['expect']
}

/** Executes one run; `progress` gets messages. */
export async function runProbes(run: ProbeRun, progress: (line: string) => void): Promise<ProbeResult> {
  const instance = await startScriptedInstance(run.mode, run.walls)
  const browser = await launch()
  try {
    const scene = await setScene(instance, browser, run)
    const through = new Set<string>()
    const problems: string[] = []
    let tried = 0
    const quiet = probes.filter(({ alone, name }) => !alone && !run.without?.includes(name))
    const loud = probes.filter(({ alone }) => alone)
    for (const end of run.expect === 'control' ? [''] : scriptViews) {
      const seen = await tryIn(scene, end, quiet)
      tried += seen.told
      if (run.expect === 'harmless' && seen.told < quiet.length) problems.push(`${end}: only ${seen.told} were made`)
      if (run.expect === 'absent' && seen.told > 0) problems.push(`${end}: ${seen.told} were made`)
      for (const name of seen.probes) through.add(name)
      problems.push(...[...seen.probes, ...seen.deeds].map((what) => `view '${end}': ${what}`))
      progress(`view '${end}': ${seen.told} made, ${seen.probes.length} got through`)
    }
    // Scripts that are not delivered cannot navigate.
    for (const probe of run.expect === 'absent' ? [] : loud) {
      const seen = await tryIn(scene, '', [probe])
      tried += 1
      for (const name of seen.probes) through.add(name)
      problems.push(...[...seen.probes, ...seen.deeds].map((what) => `${probe.name}: ${what}`))
    }
    const late = await keepBusy(browser, scene, progress)
    const printed = await tryIn(scene, '/export', quiet)
    if (run.expect !== 'control' && printed.told > 0) problems.push('the printed document brings scripts')
    return {
      problems: run.expect === 'control' ? [...tooFew(through), ...late] : [...problems, ...late],
      tried,
      through: [...through],
    }
  } finally {
    await browser.close()
    await instance.close()
  }
}

/** Keeps the deck's frame busy in every way while pressing keys outside it. Returns the problems, one per line. */
async function keepBusy(browser: Browser, scene: Scene, progress: (line: string) => void): Promise<string[]> {
  const { instance, deck, targets, expect } = scene
  if (expect === 'absent') return []
  const address = new URL(deck.path, targets.app).href
  const problems: string[] = []
  for (const name of Object.keys(busyScripts)) {
    await instance.dress(deck.id, themeOf(busyScript(name), expect))
    const slowest = await slowestKeyIn(browser, address, 30_000)
    progress(`${name}: the slowest of all keys took ${slowest.toFixed(0)} ms`)
    if (expect === 'harmless' && slowest > slowestKey) problems.push(`${name}: a key took ${slowest.toFixed(0)} ms`)
    // In the page's own process a loop blocks all keys: if the measurement misses that, it proves nothing.
    if (expect === 'control' && name === 'a loop without end' && slowest <= slowestKey) {
      problems.push(`${name} delays no key without walls, so the other runs prove nothing`)
    }
  }
  return problems
}

/**
 * A theme with a script. In the control it is part of the markup, since no mode delivers it without origin isolation.
 */
function themeOf(script: string, expect: ProbeRun['expect']): DressedTheme {
  return expect === 'control' ? { html: `<script>${script.replaceAll('</', '<\\/')}</script>` } : { js: script }
}

function tooFew(through: ReadonlySet<string>): string[] {
  const needed = Math.ceil((probes.length * 2) / 3)
  return through.size >= needed
    ? []
    : [`only ${through.size} of ${probes.length} got through without walls, so the other runs prove nothing`]
}

async function launch(): Promise<Browser> {
  const found = await findChromium(process.env.CHROMIUM_PATH || null)
  return chromium.launch({
    executablePath: found.executablePath,
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'],
  })
}

/** Creates the private data and signs its owner in. */
async function setScene(instance: ScriptedInstance, browser: Browser, run: ProbeRun): Promise<Scene> {
  const { baseUrl } = instance
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation'], { origin: baseUrl })
  await context.setGeolocation({ latitude: 1, longitude: 1 })
  const page = await context.newPage()
  await page.goto('/about')
  const call = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const about = await (await context.request.get('/about')).text()
    const token = /<meta name="csrf-token" content="([^"]+)">/.exec(about)?.[1] ?? ''
    const headers = { accept: 'application/json', 'x-csrf-token': token }
    const answer = await context.request.fetch(path, { method, headers, data: body })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const person = { username: 'writer', email: 'writer@example.org', password: 'walrus-teapot-42' }
  await call('POST', '/users.json', { user: person })
  await call('PUT', '/api/v1/user_settings.json', { user_settings: { tutorial: 'skipped' } })
  const make = (title: string, visibility: string, text: string) =>
    call<{ id: number; slug: string }>('POST', '/api/v1/decks.json', {
      deck: { title, visibility, data: `<section><p>${text}</p></section><section><p>b</p></section>` },
    })
  const secret = await make('walrus', 'self', 'walrus')
  const other = await make('other', 'all', 'walrus')
  const shown = await make('shown', 'all', 'a')
  await page.evaluate(plant)
  await page.goto(`/writer/${other.slug}`)
  const frame = await page.locator('#deck-frame').getAttribute('src')
  await page.close()
  const targets: ProbeTargets = {
    app: baseUrl,
    secret: `/api/v1/decks/${secret.id}.json`,
    other: new URL(frame ?? '', baseUrl).href,
    picture: `/api/v1/decks/${secret.id}/thumbnail`,
  }
  return { instance, context, deck: { id: shown.id, path: `/writer/${shown.slug}` }, targets, expect: run.expect }
}

/** Data visible to the app's own pages only. */
const plant = `(async () => {
  document.cookie = 'app-secret=1; path=/'
  localStorage.setItem('app-secret', '1')
  await caches.open('app-secret')
  await new Promise((resolve) => { indexedDB.open('app-secret').onsuccess = resolve })
})()`

/** Runs some probes in a view; returns the successful ones, by name or by visible effect. */
async function tryIn({ instance, context, deck, targets, expect }: Scene, end: string, tries: readonly Probe[]) {
  const theme = themeOf(probeScript(tries, targets), expect)
  await instance.dress(deck.id, theme)
  const patience = expect === 'absent' || end === '/export' ? 2_500 : 60_000
  const address = new URL(deck.path + end, targets.app).href
  const strangers = end === '/embed' ? instance.strangers : null
  const seen = await probeView(context, address, { strangers, patience })
  const deeds = (await title(context, targets.secret)) === 'walrus' ? seen.effects : [...seen.effects, 'a changed deck']
  const got = (probe: Probe): boolean =>
    seen.told.some((told) => told.got && told.name === probe.name) ||
    deeds.includes(probe.deed ?? '') ||
    // With a single probe, all effects are its own.
    (tries.length === 1 && deeds.length > 0)
  return {
    told: new Set(seen.told.map(({ name }) => name)).size,
    probes: tries.filter(got).map(({ name }) => name),
    // One probe may have several effects, so this is no count of probes.
    deeds,
  }
}

async function title(context: BrowserContext, path: string): Promise<string> {
  const { title } = (await (await context.request.get(path)).json()) as { title: string }
  return title
}
