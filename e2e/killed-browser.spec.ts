import { setTimeout } from 'node:timers/promises'
import { EditorDriver } from '../src/testing/editor-driver.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { randomFrom } from '../src/testing/seeded-random.ts'
import { type MadeDeck, makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor, retype, saveStatus } from './support/editing.ts'
import { willIntercept } from './support/hold.ts'
import { journalSize } from './support/journal.ts'
import { expect, test } from './support/journey.ts'
import { type KillableBrowser, newProfile, type Profile } from './support/killable-browser.ts'
import { signUp } from './support/person.ts'

/** Number of kills: a few among the other tests, many in `npm run chaos`. */
const kills = Number(process.env.BROWSER_KILLS ?? 2)
/** Seed of the actions and of the moments when the browser dies. */
const seed = Number(process.env.BROWSER_SEED ?? 20_261_121)
/** ms: newer work may be lost with the browser. */
const youngest = 1_000

/** An action, and its result in the deck. */
interface Deed {
  /** ms of this process's clock. */
  readonly at: number
  readonly mark: string
}

let server: RunningServer
let profile: Profile

// One server for all.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  // Autosave is off: restored work comes from the browser's journal.
  const never = 3_600_000
  const timings = { autosave: never, changesCheck: never, batchPause: never, batchMost: never, firstThumbnail: never }
  server = await runServer({ env: { LECTERN_TIMINGS: JSON.stringify(timings) }, inMemory: true })
})

test.afterAll(() => server.dispose())

test.beforeEach(() => {
  profile = newProfile()
})

test.afterEach(() => profile.remove())

/** Types, drags and adds slides until the browser is gone; logs to `deeds`. */
async function work(browser: KillableBrowser, deck: MadeDeck, deeds: Deed[], random: (below: number) => number) {
  const editor = await openEditor(browser.page, `${server.baseUrl}${deck.path}/edit`)
  const done = (mark: string) => deeds.push({ at: performance.now(), mark })
  for (let deed = 0; ; deed++) {
    const choice = random(4)
    if (choice === 0) {
      await browser.page
        .getByRole('navigation', { name: 'Slides' })
        .getByRole('button', { name: 'Slide', exact: true })
        .click()
      await editor.expectBlocks(2, 'text')
    } else if (choice === 1) {
      const left = 20 + random(40) * 10
      await editor.press('Escape')
      await editor.press('r')
      await editor.drag({ x: left, y: 40 }, { x: left + 100, y: 120 })
      const shape = editor.blocks('shape').last()
      await editor.drag({ x: left + 50, y: 80 }, { x: left + 250, y: 380 })
      const place = (element: HTMLElement) => ({ top: element.style.top, left: element.style.left })
      await expect.poll(async () => Number.parseFloat((await shape.evaluate(place)).top)).toBeGreaterThan(200)
      const id = await shape.getAttribute('data-block-id')
      const moved = await shape.evaluate(place)
      done(`data-block-id="${id}" style="left: ${moved.left}; top: ${moved.top};`)
    } else {
      const word = `w${Math.floor(performance.now())}x${deed}`
      await editor.press('Escape')
      await editor.press('t')
      await editor.click({ x: 150 + random(500), y: 300 + random(200) })
      await editor.expectTyping(true)
      await editor.type(word)
      done(word)
    }
    await editor.press('Escape')
    await editor.press('Escape')
  }
}

test(`a browser killed during an edit, ${kills} times: the next one has the work, and at most one second is lost`, async () => {
  test.setTimeout(60_000 + kills * 40_000)
  const next = randomFrom(seed)
  const random = (below: number) => Math.floor(next() * below)
  let browser = await profile.open()
  await signUp(browser.context.request, undefined, server.baseUrl)
  const deck = await makeDeck(browser.context.request, 'Ferns', ['Begun'], {}, server.baseUrl)
  // Browsers flush cookies only now and then; this test is about work.
  const cookies = await browser.context.cookies()

  for (let kill = 0; kill < kills; kill++) {
    const deeds: Deed[] = []
    let killed = false
    const working = work(browser, deck, deeds, random).catch((error: unknown) => {
      if (!killed) throw error
    })
    const wanted = 1 + random(6)
    await Promise.race([working, expect.poll(() => deeds.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted)])
    // Not a wait: the random moment of the crash.
    await Promise.race([working, setTimeout(youngest + random(1_000))])
    killed = true
    await browser.kill()
    const killedAt = performance.now()
    await working

    browser = await profile.open()
    await browser.context.addCookies(cookies)
    await browser.page.goto(`${server.baseUrl}${deck.path}/edit`)
    // No other user has changed the deck: no question.
    await expect(browser.page.getByText('Your unsaved changes are back')).toBeVisible({ timeout: 30_000 })
    await saveStatus(browser.page).click()
    await isSaved(browser.page)
    const stored = await storedSlides(browser.context.request, deck, server.baseUrl)
    const old = deeds.filter(({ at }) => at < killedAt - youngest)
    expect(old.filter(({ mark }) => !stored.includes(mark))).toEqual([])
    expect(old.length).toBeGreaterThan(0)
  }
  await browser.kill()
})

test('a new deck that was never saved is restored too, once', async () => {
  let browser = await profile.open()
  const { username } = await signUp(browser.context.request, undefined, server.baseUrl)
  const cookies = await browser.context.cookies()
  const address = `${server.baseUrl}/${username}/new`
  await willIntercept(browser.page)
  const editor = await openEditor(browser.page, address)
  await retype(editor, editor.blocks('text').first(), 'Written before the crash')
  // The journal is written shortly after each change, without an event, so poll it.
  await expect.poll(() => journalSize(browser.page)).toBe(1)
  await browser.kill()

  browser = await profile.open()
  await browser.context.addCookies(cookies)
  await browser.page.goto(address)
  const offer = browser.page.getByRole('dialog', { name: 'You have unsaved changes' })
  await offer.getByRole('button', { name: 'Restore' }).click()
  const restored = new EditorDriver(browser.page)
  await restored.expectBlock(restored.blocks('text').first(), { text: 'Written before the crash' })
  await saveStatus(browser.page).click()
  await isSaved(browser.page)
  await expect.poll(() => journalSize(browser.page)).toBe(0)
  await openEditor(browser.page, address)
  await expect(browser.page.getByRole('dialog')).toHaveCount(0)
  await browser.kill()
})

test('a new deck whose first save arrived without a response is not created twice', async () => {
  let browser = await profile.open()
  const { username } = await signUp(browser.context.request, undefined, server.baseUrl)
  const cookies = await browser.context.cookies()
  const address = `${server.baseUrl}/${username}/new`
  const editor = await openEditor(browser.page, address)
  await retype(editor, editor.blocks('text').first(), 'Written before the crash')
  await expect.poll(() => journalSize(browser.page)).toBe(1)
  // The server gets the save; its response is lost.
  const arrived = Promise.withResolvers<void>()
  await browser.page.route('**/api/v1/decks*', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  await saveStatus(browser.page).click()
  await arrived.promise
  await browser.kill()

  browser = await profile.open()
  await browser.context.addCookies(cookies)
  await openEditor(browser.page, address)
  await expect.poll(() => journalSize(browser.page)).toBe(0)
  await expect(browser.page.getByRole('dialog')).toHaveCount(0)
  await browser.kill()
})

test('without the journal the work would be lost: the test above would notice', async () => {
  let browser = await profile.open()
  await signUp(browser.context.request, undefined, server.baseUrl)
  const deck = await makeDeck(browser.context.request, 'Ferns', ['Begun'], {}, server.baseUrl)
  const cookies = await browser.context.cookies()
  await browser.page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined })
  })
  const deeds: Deed[] = []
  const working = work(browser, deck, deeds, randomFrom(1)).catch((error: unknown) => error)
  await expect.poll(() => deeds.length, { timeout: 30_000 }).toBeGreaterThan(1)
  // At least the user is warned.
  await expect(saveStatus(browser.page)).toContainText('this browser can’t keep your changes')
  await browser.kill()
  await working

  browser = await profile.open()
  await browser.context.addCookies(cookies)
  await openEditor(browser.page, `${server.baseUrl}${deck.path}/edit`)
  await expect(browser.page.getByRole('dialog')).toHaveCount(0)
  const stored = await storedSlides(browser.context.request, deck, server.baseUrl)
  expect(deeds.filter(({ mark }) => stored.includes(mark))).toEqual([])
  await browser.kill()
})
