/**
 * Claim: an editor opens a deck of 100 slides with 12 blocks each within 1.5 times the time of a deck of 10 such
 * slides, and each further slide costs less than 0.5 MB of the page's heap. Open: from the navigation until a click on
 * the slide has selected a block; clicks are sent from the start. Every visit is a new page of a browser that has the
 * editor's files cached. Medians, alternating. Heap: after garbage collection, with everything visible drawn. Exit code
 * 1 if the claim fails. Usage: node bench/editor-open.ts [visits]
 */
import type { Page } from 'playwright-core'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { quantile } from './bench-app.ts'
import { fullSlides } from './bench-deck.ts'
import { isDrawn, openEditor, startEditorBench, tell } from './bench-editor.ts'

const bars = { open: 1.5, heap: 0.5 }
const [, , visits = '7'] = process.argv
const [few, many] = [10, 100]
const blocks = 12

/** ms from the navigation until the editor is usable. */
async function open(page: Page, deck: string): Promise<number> {
  const editor = new EditorDriver(page)
  const began = performance.now()
  await page.goto(`${deck}/edit`, { waitUntil: 'commit' })
  await editor.slide.locator('[data-block-type]').first().waitFor()
  const selected = page.locator('[data-part="frame"]:not([hidden])')
  while ((await selected.count()) === 0) await editor.click({ x: 60, y: 60 })
  return performance.now() - began
}

/** MB of the page's heap. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let n = 0; n < 3; n++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const bench = await startEditorBench()
try {
  const decks = [
    await bench.author.publish('Few', fullSlides(few, blocks)),
    await bench.author.publish('Many', fullSlides(many, blocks)),
  ]
  const took: number[][] = [[], []]
  for (let n = -1; n < Number(visits); n++) {
    for (const [side, deck] of decks.entries()) {
      const page = await bench.context.newPage()
      const time = await open(page, deck)
      if (n >= 0) took[side]?.push(time)
      await page.close()
    }
  }
  const heaps: number[] = []
  for (const deck of decks) {
    const page = await bench.context.newPage()
    await openEditor(page, deck)
    await isDrawn(page)
    heaps.push(await heapOf(page))
    await page.close()
  }
  const [small = Number.NaN, large = Number.NaN] = took.map((times) => quantile(times, 0.5))
  const perSlide = ((heaps[1] ?? Number.NaN) - (heaps[0] ?? Number.NaN)) / (many - few)
  console.log(`an editor on ${few} and on ${many} slides of ${blocks} blocks, median of ${visits} visits`)
  const times = `${large.toFixed(0)} ms, ${small.toFixed(0)} ms: ${(large / small).toFixed(2)}x`
  tell('until a block can be selected', times, `${bars.open}x`, large / small <= bars.open)
  const sizes = `${heaps.map((size) => size.toFixed(1)).join(' and ')} MB: ${perSlide.toFixed(3)} MB a slide`
  tell('heap', sizes, `${bars.heap} MB`, perSlide < bars.heap)
} finally {
  await bench.close()
}
