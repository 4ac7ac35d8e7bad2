/**
 * Claim: the preview of the theme editor shows an edit of LESS (a theme of 300 rules) or of a color within 300 ms of the
 * key. Measured from the key's event in the page to the change in the preview's frame; medians. Exit code 1 if the claim
 * fails. Needs a build. Usage: node bench/theme-preview.ts [edits] [rules]
 */
import { quantile } from './bench-app.ts'
import { startEditorBench, tell } from './bench-editor.ts'
import { heavyTheme } from './bench-theme.ts'

const [, , edits = '25', rules = '300'] = process.argv
const bar = 300

/** Runs in every document first: logs keys of the editor, and changes of the preview's styles, in ms since 1970. */
function watchEdits(): void {
  const log = (what: string) => console.debug(`bench ${what} ${performance.timeOrigin + performance.now()}`)
  addEventListener('beforeinput', () => log('key'), { capture: true })
  const observe = () => {
    if (!document.querySelector('.slides')) return
    const changed = new MutationObserver(() => log('shown'))
    changed.observe(document.head, { subtree: true, childList: true, characterData: true })
    changed.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })
  }
  addEventListener('load', observe)
}

const bench = await startEditorBench({ BILLING: 'off' })
try {
  const { context, author, server } = bench
  await context.addInitScript(watchEdits)
  const theme = await author.makeTheme({ name: 'Brand', less: heavyTheme(Number(rules)).css })
  const page = await context.newPage()
  let key = Number.NaN
  let onShown = (_time: number): void => undefined
  page.on('console', (message) => {
    const [, what, time] = /^bench (key|shown) ([\d.]+)$/.exec(message.text()) ?? []
    if (what === 'key') key = Number(time)
    if (what === 'shown') onShown(Number(time))
  })
  /** ms from the key to the first change of the preview after it. */
  const timeEdit = async (type: () => Promise<void>): Promise<number> => {
    const shown = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The preview did not follow')), 20_000)
      onShown = (time) => {
        clearTimeout(timer)
        resolve(time)
      }
    })
    await type()
    return (await shown) - key
  }
  await page.goto(`${server.baseUrl}/themes/${theme}`)
  await page.frameLocator('iframe[title="Preview of the theme"]').locator('html.ready').waitFor()
  const times: Record<'a color' | 'LESS', number[]> = { 'a color': [], LESS: [] }
  const hex = page.getByLabel('Heading: hex code')
  for (let n = -2; n < Number(edits); n++) {
    const time = await timeEdit(() => hex.fill(`#10${String(n + 10).padStart(2, '0')}40`))
    if (n >= 0) times['a color'].push(time)
    await page.waitForTimeout(300)
  }
  await page.getByRole('tab', { name: 'LESS' }).click()
  await page.getByRole('textbox', { name: 'LESS' }).click()
  await page.keyboard.press('ControlOrMeta+End')
  for (let n = -2; n < Number(edits); n++) {
    const time = await timeEdit(() => page.keyboard.insertText(`\n.reveal h2 { margin: ${n + 3}px; }`))
    if (n >= 0) times.LESS.push(time)
    // The last preview is over: this measures no queue.
    await page.waitForTimeout(500)
  }
  console.log(`${edits} edits each, from the key to the preview, median (p95) in ms`)
  for (const [what, list] of Object.entries(times)) {
    const [median, late] = [quantile(list, 0.5), quantile(list, 0.95)]
    tell(what, `${median.toFixed(0)} (${late.toFixed(0)})`, `${bar}`, median <= bar)
  }
} finally {
  await bench.close()
}
