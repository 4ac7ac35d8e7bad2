import type { Browser, Page } from 'playwright-core'

/** Endless loops and floods in a deck's frame, by name; each begins once the deck is shown. */
export const busyScripts: Readonly<Record<string, string>> = {
  'a loop without end': 'for (;;) {}',
  'messages without end': `setInterval(() => {
    for (let i = 0; i < 2000; i++) parent.postMessage({ type: 'slide', h: i, v: 0, text: 'x'.repeat(100) }, '*')
  }, 0)`,
  'a page that grows without end': `setInterval(() => {
    const box = document.createElement('div')
    box.innerHTML = '<p style="filter: blur(3px)">grows</p>'.repeat(500)
    document.body.append(box)
  }, 0)`,
}

/** Maximum latency in ms of a key in the app's page around such a deck. */
export const slowestKey = 100

/** Number of key presses, and their interval in ms: the first comes after the frame has started. */
const presses = 40
const between = 60

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A theme script that announces the named busy script and then runs it, once the deck is shown. */
export function busyScript(name: string): string {
  return `(async () => {
    while (!document.documentElement.classList.contains('started')) await new Promise((done) => setTimeout(done, 20))
    parent.postMessage('probe-busy', '*')
    await new Promise((done) => setTimeout(done, 10))
    ${busyScripts[name]}
  })()`
}

/**
 * Opens a view of a deck with a busy frame, presses keys in the app's own field, and returns the longest latency in ms:
 * Infinity if a key never arrived.
 */
export async function slowestKeyIn(browser: Browser, address: string, patience: number): Promise<number> {
  // In a context of its own: it must not share a process that another deck hangs.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(`if (self === top) {
    self.probeBusy = new Promise((done) => addEventListener('message', ({ data }) => data === 'probe-busy' && done()))
  }`)
  try {
    await page.goto(address, { waitUntil: 'commit' })
    return await within(patience, pressed(page))
  } finally {
    // Pages of a hanging process are not awaited: the browser is closed in the end.
    await within(
      2_000,
      context.close().then(() => 0),
    )
  }
}

async function pressed(page: Page): Promise<number> {
  await page.evaluate('self.probeBusy')
  await page.evaluate(`{
    const field = document.createElement('input')
    field.id = 'probe-field'
    field.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 2147483647'
    document.body.append(field)
    field.focus()
    self.probeDelays = []
    field.addEventListener('keydown', (event) => probeDelays.push(performance.now() - event.timeStamp))
  }`)
  for (let count = 0; count < presses; count += 1) {
    await pause(between)
    await page.keyboard.press('a')
  }
  const delays = await page.evaluate<number[]>('self.probeDelays')
  return delays.length < presses ? Number.POSITIVE_INFINITY : Math.max(...delays)
}

/** The value, or Infinity on timeout. */
async function within(ms: number, coming: Promise<number>): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, ms, Number.POSITIVE_INFINITY)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
