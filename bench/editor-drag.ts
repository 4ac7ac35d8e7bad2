/**
 * Claim: while a block is dragged, one of 60 on a slide or one of 12 in a deck of 300 slides, the main thread works
 * less than 4 ms per pointer move (p95), and React does not render. Baseline, in the same run: a page with one bare
 * element moved by its transform. Counts all CPU time caused by a move, including the browser's own (see
 * main-thread.ts). Exit code 1 if the claim fails. Usage: node bench/editor-drag.ts [moves]
 */
import type { Browser, Page } from 'playwright-core'
import { quantile } from './bench-app.ts'
import { fullSlides } from './bench-deck.ts'
import { commitsOf, isDrawn, nextFrame, openEditor, startEditorBench, tell } from './bench-editor.ts'
import { worksOf } from './main-thread.ts'

const bar = 4
const [, , moves = '120'] = process.argv

/**
 * CPU ms per move, along a wavy line. Moves are sent by the DevTools protocol: Playwright's would run a script in every
 * frame each time, to intercept native drags.
 */
async function drag(browser: Browser, page: Page, from: { x: number; y: number }): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const act = async (index: number): Promise<void> => {
    const n = index + 1
    const to = { x: from.x + 150 * Math.sin(n / 12), y: from.y + 100 * Math.sin(n / 7) }
    await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', button: 'left', buttons: 1, ...to })
  }
  const works = await worksOf(browser, page, { count: Number(moves), act, event: 'pointermove', rest: 60 })
  return works.map(({ inAll }) => inAll)
}

async function floor(browser: Browser, page: Page): Promise<number[]> {
  await page.setContent(
    '<div style="position:fixed;left:400px;top:300px;width:100px;height:60px;background:teal"></div>',
  )
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('div')
    addEventListener('pointermove', (event) => {
      if (element) element.style.transform = `translate(${event.clientX - 450}px, ${event.clientY - 330}px)`
    })
  })
  await page.mouse.move(450, 330)
  await page.mouse.down()
  return drag(browser, page, { x: 450, y: 330 })
}

const bench = await startEditorBench()
try {
  const cases = [
    { name: 'one of 60 blocks', deck: await bench.author.publish('Sixty', fullSlides(1, 60)) },
    { name: 'one of 12 in 300 slides', deck: await bench.author.publish('Long', fullSlides(300, 12)) },
  ]
  const p95 = (works: readonly number[]) => quantile(works, 0.95)
  const page = await bench.context.newPage()
  const bare = await floor(bench.browser, page)
  await page.close()
  console.log(`ms of main thread for each of ${moves} moves of a dragged block, p95 (median)`)
  console.log(`  floor, a bare element: ${p95(bare).toFixed(2)} (${quantile(bare, 0.5).toFixed(2)})`)
  for (const { name, deck } of cases) {
    const opened = await bench.context.newPage()
    const editor = await openEditor(opened, deck)
    await isDrawn(opened)
    await editor.click({ x: 60, y: 60 })
    await editor.expectSelected(1)
    await editor.beginDrag({ x: 60, y: 60 }, { x: 300, y: 250 })
    await nextFrame(opened)
    const before = await commitsOf(opened)
    const works = await drag(bench.browser, opened, await editor.onScreen({ x: 400, y: 330 }))
    const drawn = (await commitsOf(opened)) - before
    await editor.drop()
    await opened.close()
    const times = `${p95(works).toFixed(2)} (${quantile(works, 0.5).toFixed(2)}), ${(p95(works) / p95(bare)).toFixed(1)}x the floor`
    tell(name, times, `${bar} ms`, p95(works) < bar)
    tell(`${name}, drawn by React meanwhile`, String(drawn), '0', drawn === 0)
  }
} finally {
  await bench.close()
}
