import type { BrowserContext, Page } from 'playwright-core'
import type { ContentMode } from '../../../server/content/content-hosts.ts'
import { probeView } from '../theme-scripts/probe-view.ts'
import { type ProbeTargets, probeScript, probes } from '../theme-scripts/probes.ts'
import { startScriptedInstance } from '../theme-scripts/scripted-instance.ts'
import { launch, openEditor } from './run-editor.ts'

/** What the scripts of a theme that was written in the editor did there. */
export interface EditorProbes {
  /** Number of probes that ran. */
  readonly ran: number
  /** Those that got through, and effects on the page or the server. */
  readonly through: readonly string[]
}

/** Creates decks that scripts must not reach, as the author of the theme. */
async function makeTargets(context: BrowserContext, page: Page, app: string): Promise<ProbeTargets> {
  const token = (await page.locator('meta[name="csrf-token"]').getAttribute('content')) ?? ''
  const headers = { accept: 'application/json', 'x-csrf-token': token, origin: app }
  const make = async (title: string, visibility: string) => {
    const data = { deck: { title, visibility, data: '<section><p>walrus</p></section>' } }
    const answer = await context.request.post('/api/v1/decks.json', { headers, data })
    if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as { id: number; slug: string }
  }
  const [secret, other] = [await make('walrus', 'self'), await make('other', 'all')]
  const shown = await context.newPage()
  await shown.goto(`/writer/${other.slug}`)
  const frame = (await shown.locator('#deck-frame').getAttribute('src')) ?? ''
  await shown.close()
  const picture = `/api/v1/decks/${secret.id}/thumbnail`
  return { app, secret: `/api/v1/decks/${secret.id}.json`, other: new URL(frame, app).href, picture }
}

/** Types all probes that leave the page intact into the tab JS, saves, and looks at what they do around the preview. */
export async function probeEditor(mode: ContentMode): Promise<EditorProbes> {
  const instance = await startScriptedInstance(mode, { policy: true, origin: true })
  const browser = await launch()
  try {
    const context = await browser.newContext({ baseURL: instance.baseUrl, viewport: { width: 1280, height: 800 } })
    const page = await openEditor(context, instance)
    const address = page.url()
    const targets = await makeTargets(context, page, instance.baseUrl)
    const quiet = probes.filter(({ alone }) => !alone)
    await page.getByRole('tab', { name: 'JS', exact: true }).click()
    await page.getByRole('textbox', { name: 'JavaScript' }).click()
    await page.keyboard.insertText(probeScript(quiet, targets))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.close()
    const { told, effects } = await probeView(context, address, { strangers: null, patience: 60_000 })
    const { title } = (await (await context.request.get(targets.secret)).json()) as { title: string }
    const through = quiet.filter(({ name }) => told.some((one) => one.got && one.name === name)).map(({ name }) => name)
    const changed = title === 'walrus' ? [] : ['a changed deck']
    return { ran: new Set(told.map(({ name }) => name)).size, through: [...through, ...effects, ...changed] }
  } finally {
    await browser.close()
    await instance.close()
  }
}
