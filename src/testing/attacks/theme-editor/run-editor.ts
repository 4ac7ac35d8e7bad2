import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../server/chromium/find-chromium.ts'
import { type Attack, canary } from '../attack.ts'
import type { Walls } from '../product/walls-proxy.ts'
import { type ScriptedInstance, startScriptedInstance } from '../theme-scripts/scripted-instance.ts'

/** A source of a theme that is attacked, by the tab of the editor. */
export type AttackedTab = 'HTML' | 'CSS' | 'LESS'

/** A run over the theme editor: its protections, and what is expected of it. */
export interface EditorRun {
  readonly name: string
  readonly walls: Walls
  /** Whether markup and styles are shown as the preview does; false: as they were typed, past both sanitizers. */
  readonly sanitizers: boolean
  /** `harmless`: nothing runs, leaves or is requested. `no script`: nothing runs. `control`: most of the markup runs. */
  readonly expect: 'harmless' | 'no script' | 'control'
}

const [standing, fallen]: readonly [Walls, Walls] = [
  { policy: true, origin: true },
  { policy: false, origin: true },
]

export const editorRuns: readonly EditorRun[] = [
  { name: 'all walls', walls: standing, sanitizers: true, expect: 'harmless' },
  { name: 'the sanitizers alone', walls: fallen, sanitizers: true, expect: 'harmless' },
  { name: 'the policy alone', walls: standing, sanitizers: false, expect: 'no script' },
  { name: 'no wall', walls: fallen, sanitizers: false, expect: 'control' },
]

/** What the attacks of a run did. */
export interface EditorResult {
  readonly tried: number
  /** Attacks after which something ran, left or was requested, with what. */
  readonly through: readonly string[]
}

/** What happened in the page and its frames. */
interface Signals {
  /** Takes what happened since the last call. */
  take(): readonly string[]
}

async function watch(context: BrowserContext, page: Page, address: () => string): Promise<Signals> {
  let seen: string[] = []
  await context.exposeBinding('hit', ({ frame }) => void seen.push(`a script ran in ${new URL(frame.url()).pathname}`))
  page.on('dialog', (dialog) => {
    seen.push('a dialog')
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('popup', (popup) => {
    seen.push('a window')
    void popup.close().catch(() => undefined)
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== address()) seen.push(`the page was led to ${frame.url()}`)
  })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === canary) seen.push(`a request of a ${request.resourceType()}`)
  })
  return {
    take: () => {
      const taken = seen
      seen = []
      return [...new Set(taken)]
    },
  }
}

/** Opens the theme editor of a new theme, as its author does. */
export async function openEditor(context: BrowserContext, { baseUrl }: ScriptedInstance): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/about')
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content')
  const user = { username: 'writer', email: 'writer@example.org', password: 'walrus-teapot-42' }
  const headers = { accept: 'application/json', 'x-csrf-token': token ?? '', origin: baseUrl }
  await context.request.post('/users.json', { headers, data: { user } })
  await page.goto('/themes')
  await page.getByRole('button', { name: 'New theme' }).click()
  await page.frameLocator('iframe[title="Preview of the theme"]').locator('html.ready').waitFor()
  return page
}

/** Inserts markup into a page's document as it is, for a second. */
const insertRaw = `(text) => {
  const element = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
  element.innerHTML = text
  for (const one of element.querySelectorAll('*')) {
    for (const name of ['mouseover', 'focusin', 'pointerdown', 'keydown']) one.dispatchEvent(new Event(name))
    if (typeof one.focus === 'function') one.focus()
  }
  setTimeout(() => element.remove(), 1000)
}`

const previewOf = (page: Page) => page.frames().find((one) => /\/d\/\d/.test(one.url()))

/** Opens the editor again if an attack without walls has replaced its preview, or the page. */
async function mend(page: Page, address: string): Promise<void> {
  const isWhole = await previewOf(page)
    ?.evaluate<boolean>("document.querySelector('.slides') !== null")
    .catch(() => false)
  if (isWhole && page.url() === address) return
  await page.goto(address)
  await page.frameLocator('iframe[title="Preview of the theme"]').locator('html.ready').waitFor()
}

/** Shows a source in the preview's frame as it was typed. */
async function showRaw(page: Page, tab: AttackedTab, source: string): Promise<void> {
  const text = JSON.stringify(tab === 'HTML' ? source : `<style>${source}</style>`)
  await previewOf(page)
    ?.evaluate(`(${insertRaw})(${text})`)
    .catch(() => undefined)
}

/** ms for what an attack does once it is shown. */
const aftermath = 60

interface Typing {
  readonly page: Page
  readonly run: EditorRun
  readonly signals: Signals
  /** Of the editor. */
  readonly address: string
}

/** Types attacks into a tab of the editor, one after the other; each is shown by the preview, or refused. */
async function typeAttacks({ page, run, signals, address }: Typing, tab: AttackedTab, attacks: readonly Attack[]) {
  const through: string[] = []
  if (run.sanitizers) await page.getByRole('tab', { name: tab, exact: true }).click()
  const field = page.getByRole('textbox', { name: tab, exact: true })
  if (run.sanitizers) await field.click()
  for (const [index, { name, source }] of attacks.entries()) {
    if (run.sanitizers) {
      const answered = page.waitForResponse((answer) => answer.url().includes('/themes/preview'), { timeout: 20_000 })
      await page.keyboard.press('ControlOrMeta+A')
      // The comment makes equal sources different, so that each is sent.
      await page.keyboard.insertText(tab === 'HTML' ? `${source}<!--${index}-->` : `${source}\n/*${index}*/`)
      await answered
    } else {
      await mend(page, address)
      signals.take()
      await showRaw(page, tab, source)
    }
    await page.waitForTimeout(aftermath)
    const seen = signals.take().filter((what) => run.expect !== 'no script' || what.startsWith('a script'))
    if (seen.length > 0) through.push(`${tab}, ${name}: ${seen.join(', ')}`)
  }
  if (!run.sanitizers) return through
  // The next tab starts from an empty source.
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  return through
}

export async function launch(): Promise<Browser> {
  const found = await findChromium(process.env.CHROMIUM_PATH || null)
  return chromium.launch({
    executablePath: found.executablePath,
    chromiumSandbox: false,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'],
  })
}

/** Executes one run over the real editor page. `progress` gets messages. */
export async function attackEditor(
  run: EditorRun,
  attacks: Readonly<Record<AttackedTab, readonly Attack[]>>,
  progress: (line: string) => void,
): Promise<EditorResult> {
  const instance = await startScriptedInstance('per-deck', run.walls)
  const browser = await launch()
  try {
    const context = await browser.newContext({ baseURL: instance.baseUrl, viewport: { width: 1280, height: 800 } })
    const page = await openEditor(context, instance)
    const address = page.url()
    const signals = await watch(context, page, () => address)
    const through: string[] = []
    let tried = 0
    for (const [tab, list] of Object.entries(attacks) as [AttackedTab, readonly Attack[]][]) {
      // LESS is not shown as it is.
      if (tab === 'LESS' && !run.sanitizers) continue
      const got = await typeAttacks({ page, run, signals, address }, tab, list)
      through.push(...got)
      tried += list.length
      progress(`${tab}: ${list.length} typed, ${got.length} got through`)
    }
    return { tried, through }
  } finally {
    await browser.close()
    await instance.close()
  }
}

/** The least share of markup that must run without walls, for the other runs to prove something. */
const controlShare = 0.2

/** The problems of a run, one per line. */
export function problemsOf(run: EditorRun, { through }: EditorResult, markup: number): readonly string[] {
  if (run.expect !== 'control') return through
  const ran = through.filter((line) => line.startsWith('HTML')).length
  const hasStyles = through.some((line) => line.startsWith('CSS'))
  if (ran >= markup * controlShare && hasStyles) return []
  return [`only ${ran} of ${markup} ran without walls, so the other runs prove nothing`]
}
