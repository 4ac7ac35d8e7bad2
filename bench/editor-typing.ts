/**
 * Claim: in a deck of 300 slides a typed key costs the main thread less than 8 ms, an undo and the way to another slide
 * less than 10 ms each up to the painted frame, and the thumbnail shows a typed letter within 200 ms: all p95, and not
 * more than half as much again as in a deck of 10 slides.
 * Work is processor time with the browser's own part included (see bench-editor.ts); the thumbnail's is time that passes.
 * Exit code 1 when the claim fails.
 * Usage: node bench/editor-typing.ts [times]
 */
import type { Page } from 'playwright-core'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { quantile } from './bench-app.ts'
import { fullSlides } from './bench-deck.ts'
import { type EditorBench, openEditor, startEditorBench, tell, workMeter } from './bench-editor.ts'

const bars = { key: 8, undo: 10, switch: 10, thumbnail: 200 }
const flat = 1.5
const [, , times = '60'] = process.argv

type Measured = keyof typeof bars
const names: Readonly<Record<Measured, string>> = {
  ...{ key: 'a typed key', undo: 'undo', switch: 'the way to another slide', thumbnail: 'a letter in the thumbnail' },
}

/** Runs in the page: begins to look for a text in the thumbnail, from the next key on. */
function followThumbnail(text: string): void {
  const page = window as unknown as { followed: Promise<number> }
  page.followed = new Promise((resolve) => {
    let pressed = Number.NaN
    const canvas = document.querySelector<HTMLIFrameElement>('iframe[title="Slide"]:not([aria-hidden])')
    const onKey = (event: KeyboardEvent): void => {
      // Each document has a clock of its own.
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

/** ms from a key until the thumbnail of the slide shows what it has typed. */
async function thumbnailTime(page: Page, typed: string): Promise<number> {
  await page.evaluate(followThumbnail, typed)
  await page.keyboard.press(typed.slice(-1))
  return page.evaluate(() => (window as unknown as { followed: Promise<number> }).followed)
}

async function typeInto(
  page: Page,
  editor: EditorDriver,
  count: number,
): Promise<Record<'key' | 'thumbnail', number[]>> {
  const meter = await workMeter(page)
  await editor.click({ x: 60, y: 60 })
  await editor.expectSelected(1)
  await editor.click({ x: 60, y: 60 })
  await editor.expectTyping(true)
  await editor.press('End')
  const works: number[] = []
  for (let n = 0; n < count; n++) works.push(await meter.of(() => page.keyboard.press('x')))
  const waits: number[] = []
  let typed = ''
  for (let n = 0; n < Math.min(20, count); n++) {
    typed += 'qzj'[n % 3]
    waits.push(await thumbnailTime(page, typed))
  }
  await editor.press('Escape')
  return { key: works, thumbnail: waits }
}

/** Every step undone is a block taken away; it comes back. */
async function undo(page: Page, editor: EditorDriver, count: number): Promise<number[]> {
  const meter = await workMeter(page)
  const works: number[] = []
  const blocks = await editor.blocks().count()
  for (let n = 0; n < count; n++) {
    await editor.press('Escape')
    await editor.press('Escape')
    await editor.expectSelected(0)
    await editor.click({ x: 60, y: 60 })
    await editor.expectSelected(1)
    await editor.press('Delete')
    await editor.expectBlocks(blocks - 1)
    works.push(await meter.of(() => page.keyboard.press('ControlOrMeta+Z')))
    await editor.expectBlocks(blocks)
  }
  return works
}

async function switchSlides(page: Page, editor: EditorDriver, count: number): Promise<number[]> {
  const meter = await workMeter(page)
  await editor.press('Escape')
  await editor.press('Escape')
  const works: number[] = []
  for (let n = 0; n < count; n++)
    works.push(await meter.of(() => page.keyboard.press(n % 10 < 5 ? 'PageDown' : 'PageUp')))
  return works
}

async function measure(bench: EditorBench, slides: number): Promise<Record<Measured, number>> {
  const deck = await bench.author.publish(`Deck of ${slides}`, fullSlides(slides, 12))
  const page = await bench.context.newPage()
  const editor = await openEditor(page, deck)
  await page.waitForLoadState('networkidle')
  const typed = await typeInto(page, editor, Number(times))
  const undone = await undo(page, editor, Math.ceil(Number(times) / 3))
  const switched = await switchSlides(page, editor, Math.ceil(Number(times) / 2))
  await page.close()
  const p95 = (list: readonly number[]) => quantile(list, 0.95)
  return { key: p95(typed.key), undo: p95(undone), switch: p95(switched), thumbnail: p95(typed.thumbnail) }
}

const bench = await startEditorBench()
try {
  await measure(bench, 10)
  const [few, many] = [await measure(bench, 10), await measure(bench, 300)]
  console.log('p95 in ms, in a deck of 300 slides and in one of 10')
  for (const what of Object.keys(bars) as Measured[]) {
    const ratio = many[what] / few[what]
    const numbers = `${many[what].toFixed(1)}, ${few[what].toFixed(1)}: ${ratio.toFixed(2)}x`
    tell(names[what], numbers, `${bars[what]} ms, ${flat}x`, many[what] < bars[what] && ratio <= flat)
  }
} finally {
  await bench.close()
}
