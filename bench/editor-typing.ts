/**
 * Claim: in a deck of 300 slides a typed key costs the main thread less than 8 ms, an undo and a change of slide less
 * than 10 ms each, until the frame that shows it is committed for painting. The thumbnail shows a typed letter within
 * 200 ms. All p95, and at most 1.5 times the values of a deck of 10 slides. Baseline, in the same run: a key typed into
 * a page with a single editable line. Work is CPU time including the browser's own (see main-thread.ts). Work after the
 * frame (panels, thumbnail, journal) is printed separately, measured with an idle pause after each key. The thumbnail's
 * time is wall-clock time. Exit code 1 if the claim fails. Usage: node bench/editor-typing.ts [times]
 */
import type { Page } from 'playwright-core'
import { canvasFrame } from '../src/testing/canvas-frame.ts'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { quantile } from './bench-app.ts'
import { fullSlides } from './bench-deck.ts'
import { type EditorBench, isDrawn, openEditor, startEditorBench, tell } from './bench-editor.ts'
import { type ActWork, worksOf } from './main-thread.ts'

const bars = { key: 8, undo: 10, switch: 10, thumbnail: 200 }
const flat = 1.5
const [, , times = '60'] = process.argv
const count = Number(times)

type Measured = keyof typeof bars
const names: Readonly<Record<Measured, string>> = {
  ...{ key: 'a typed key', undo: 'undo', switch: 'the way to another slide', thumbnail: 'a letter in the thumbnail' },
}

/** Runs in the page: watches the thumbnail for a text, from the next key on. */
function followThumbnail({ text, canvasFrame }: { text: string; canvasFrame: string }): void {
  const page = window as unknown as { followed: Promise<number> }
  page.followed = new Promise((resolve) => {
    let pressed = Number.NaN
    const canvas = document.querySelector<HTMLIFrameElement>(canvasFrame)
    const onKey = (event: KeyboardEvent): void => {
      // Each document has its own time origin.
      if (Number.isNaN(pressed)) pressed = performance.now() - (event.view?.performance.now() ?? 0) + event.timeStamp
    }
    for (const place of [window, canvas?.contentWindow]) {
      place?.addEventListener('keydown', onKey, { capture: true, once: true })
    }
    const look = (): void => {
      const frame = document.querySelector<HTMLIFrameElement>('[data-slide][aria-current] iframe')
      const isThere = frame?.contentDocument?.querySelector('section')?.textContent?.includes(text) ?? false
      if (isThere) resolve(performance.now() - pressed)
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** ms from a key until the slide's thumbnail shows the typed text. */
async function thumbnailTime(page: Page, typed: string): Promise<number> {
  await page.evaluate(followThumbnail, { text: typed, canvasFrame })
  await page.keyboard.press(typed.slice(-1))
  return page.evaluate(() => (window as unknown as { followed: Promise<number> }).followed)
}

interface Typed {
  readonly key: readonly ActWork[]
  readonly thumbnail: readonly number[]
}

async function typeInto({ browser }: EditorBench, page: Page, editor: EditorDriver): Promise<Typed> {
  await editor.click({ x: 60, y: 60 })
  await editor.expectSelected(1)
  await editor.click({ x: 60, y: 60 })
  await editor.expectTyping(true)
  await editor.press('End')
  const key = await worksOf(browser, page, { count, act: () => page.keyboard.press('x') })
  const thumbnail: number[] = []
  let typed = ''
  for (let n = 0; n < Math.min(20, count); n++) {
    typed += 'qzj'[n % 3]
    thumbnail.push(await thumbnailTime(page, typed))
  }
  await editor.press('Escape')
  return { key, thumbnail }
}

/** Every undone step is a deleted block, which reappears. */
async function undo({ browser }: EditorBench, page: Page, editor: EditorDriver): Promise<readonly ActWork[]> {
  const blocks = await editor.blocks().count()
  return worksOf(browser, page, {
    count,
    prepare: async () => {
      await editor.expectBlocks(blocks)
      await editor.press('Escape')
      await editor.press('Escape')
      await editor.expectSelected(0)
      await editor.click({ x: 60, y: 60 })
      await editor.expectSelected(1)
      await editor.press('Delete')
      await editor.expectBlocks(blocks - 1)
    },
    act: () => page.keyboard.press('ControlOrMeta+Z'),
  })
}

async function switchSlides({ browser }: EditorBench, page: Page, editor: EditorDriver): Promise<readonly ActWork[]> {
  await editor.press('Escape')
  await editor.press('Escape')
  return worksOf(browser, page, {
    count,
    act: (n) => page.keyboard.press(n % 10 < 5 ? 'PageDown' : 'PageUp'),
  })
}

/** A key in a page with a single editable line. */
async function floor({ browser, context }: EditorBench): Promise<readonly ActWork[]> {
  const page = await context.newPage()
  await page.setContent('<p contenteditable>a few words</p>')
  await page.locator('p').click()
  await page.keyboard.press('End')
  const works = await worksOf(browser, page, { count, act: () => page.keyboard.press('x') })
  await page.close()
  return works
}

interface Figures {
  readonly is: number
  /** The median including work after the frame. */
  readonly inAll?: number
}

function figures(works: readonly ActWork[]): Figures {
  const of = (what: keyof ActWork, part: number) =>
    quantile(
      works.map((work) => work[what]),
      part,
    )
  return { is: of('untilPainted', 0.95), inAll: of('inAll', 0.5) }
}

async function measure(bench: EditorBench, slides: number): Promise<Record<Measured, Figures>> {
  const deck = await bench.author.publish(`Deck of ${slides}`, fullSlides(slides, 12))
  const page = await bench.context.newPage()
  const editor = await openEditor(page, deck)
  await isDrawn(page)
  const typed = await typeInto(bench, page, editor)
  const undone = await undo(bench, page, editor)
  const switched = await switchSlides(bench, page, editor)
  await page.close()
  const thumbnail = { is: quantile(typed.thumbnail, 0.95) }
  return { key: figures(typed.key), undo: figures(undone), switch: figures(switched), thumbnail }
}

const bench = await startEditorBench()
try {
  const bare = figures(await floor(bench))
  const [few, many] = [await measure(bench, 10), await measure(bench, 300)]
  console.log('p95 in ms, in a deck of 300 slides and in one of 10')
  console.log(`  floor, a key in a bare line: ${bare.is.toFixed(1)}`)
  for (const what of Object.keys(bars) as Measured[]) {
    const [{ is: small }, { is: large, inAll }] = [few[what], many[what]]
    const beside = inAll === undefined ? '' : `, ${(large / bare.is).toFixed(1)}x the floor, ${inAll.toFixed(1)} in all`
    const numbers = `${large.toFixed(1)}, ${small.toFixed(1)}: ${(large / small).toFixed(2)}x${beside}`
    tell(names[what], numbers, `${bars[what]} ms, ${flat}x`, large < bars[what] && large / small <= flat)
  }
} finally {
  await bench.close()
}
