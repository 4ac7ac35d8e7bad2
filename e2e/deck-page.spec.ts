import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { willIntercept } from './support/hold.ts'

const baseUrl = () => process.env.SHARED_SERVER ?? ''
const id = (n: number) => String(n).padStart(32, '0')

const slides = `<section data-id="${id(1)}"><h1>First words</h1></section>
<section><section data-id="${id(2)}"><h2>Above</h2></section><section data-id="${id(3)}"><h2>Below</h2></section></section>
<section data-id="${id(4)}"><h2>Steps</h2><p class="fragment">one</p></section>
<section data-id="${id(5)}"><p>Back to <a href="#/1/1">the slide below</a></p><video data-autoplay muted src="https://video.invalid/v.mp4"></video></section>`

let address: string
let author: BrowserContext
let authorName: string
const problems = new WeakMap<Page, string[]>()

/** Opens a page and records all console messages. */
async function open(page: Page, url: string): Promise<void> {
  const list: string[] = []
  problems.set(page, list)
  page.on('console', (message) => {
    const isOutside = /video\.invalid|ERR_NAME_NOT_RESOLVED|ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(
      message.text() + message.location().url,
    )
    if (['error', 'warning'].includes(message.type()) && !isOutside) list.push(message.text())
  })
  page.on('pageerror', (error) => list.push(String(error)))
  await page.goto(url)
  await expect(page.locator('html')).toHaveClass(/deck-ready/)
}

const frame = (page: Page) => page.frameLocator('#deck-frame')
const shown = (page: Page) => frame(page).locator('section.present:not(.stack)')
/** Between its page and its frame the focus changes processes: a key that is pressed meanwhile reaches neither. */
const hasFocus = (page: Page) => expect(page.locator('#deck-frame')).toBeFocused()
const isAt = (page: Page, n: number) => expect(shown(page)).toHaveAttribute('data-id', id(n))

test.beforeAll(async ({ browser }) => {
  author = await browser.newContext()
  const made = await deckAuthor(author, baseUrl())
  authorName = made.username
  address = await made.publish('A talk', slides)
})

test.afterAll(() => author.close())

test.afterEach(async ({ page }) => {
  expect(problems.get(page) ?? []).toEqual([])
})

test('the first slide is readable before any script runs, exactly where the player will show it', async ({
  browser,
}) => {
  const boxes = []
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(address)
    if (javaScriptEnabled) await expect(page.locator('html')).toHaveClass(/deck-ready/)
    await expect(frame(page).locator('h1')).toBeVisible()
    await expect(page.locator('.outline')).toContainText('the slide below')
    boxes.push(await frame(page).locator('h1').boundingBox())
    await context.close()
  }
  expect(boxes[1]).toEqual(boxes[0])
})

test('the URL follows the deck, and the deck follows the URL', async ({ page }) => {
  await open(page, `${address}#/1/1`)
  await isAt(page, 3)
  await hasFocus(page)
  await page.keyboard.press('ArrowRight')
  await isAt(page, 4)
  await expect(page).toHaveURL(`${address}#/2`)
  await expect(page.locator('[data-announcer]')).toHaveText('Slide 4 of 5')
  await page.evaluate(() => {
    location.hash = '#/1'
  })
  await isAt(page, 2)
  await page.goto('about:blank')
  await open(page, `${address}#/${id(5)}`)
  await isAt(page, 5)
  await frame(page).getByRole('link', { name: 'the slide below' }).click()
  await isAt(page, 3)
  await expect(page).toHaveURL(`${address}#/1/1`)
})

test('keys move the deck regardless of the focus, except in controls', async ({ page }) => {
  await open(page, address)
  await hasFocus(page)
  await page.keyboard.press('ArrowRight')
  await isAt(page, 2)
  await page.locator('.deck-title h1').click()
  await page.keyboard.press('ArrowDown')
  await isAt(page, 3)
  await page.keyboard.press('End')
  await isAt(page, 5)
  await page.locator('[data-fullscreen]').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await isAt(page, 5)
})

test('a visitor sees who made it, and how to navigate', async ({ page }) => {
  await open(page, address)
  await expect(page.locator('[data-summary-pill]')).toBeVisible()
  await expect(page.locator('[data-navigation-pill]')).toBeVisible()
  await expect(page.locator('[data-summary-pill]')).toBeHidden()
})

test('the header appears near the top edge and hides when the pointer is back over the slides', async ({ page }) => {
  await open(page, address)
  const header = page.locator('[data-site-header]')
  await expect(header).toHaveAttribute('data-shown', 'false')
  await page.mouse.move(600, 18)
  await expect(header).toHaveAttribute('data-shown', 'true')
  await page.mouse.move(600, 300)
  await page.mouse.move(600, 310)
  await expect(header).toHaveAttribute('data-shown', 'false')
})

test('a like shows immediately and is reverted if the server refuses it', async ({ browser }) => {
  const context = await browser.newContext()
  await deckAuthor(context, baseUrl())
  const page = await context.newPage()
  await willIntercept(page)
  await open(page, address)
  const kudos = page.locator('[data-kudos]')
  const count = page.locator('[data-kudos-count]')
  await expect(count).toHaveText('')
  await page.route('**/kudos/kudo.json', (route) => route.abort())
  await kudos.click()
  await expect(page.locator('[data-kind="negative"]')).toBeVisible()
  await expect(count).toHaveText('')
  await expect(kudos).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/kudos/kudo.json')
  await kudos.click()
  await expect(kudos).toHaveAttribute('aria-pressed', 'true')
  await expect(count).toHaveText('1')
  await expect(kudos).not.toHaveAttribute('aria-busy', 'true')
  await page.reload()
  await expect(count).toHaveText('1')
  await kudos.click()
  await expect(count).toHaveText('')
  await context.close()
})

test('a fork is immediately among the user’s decks', async ({ browser }) => {
  const context = await browser.newContext()
  const { username } = await deckAuthor(context, baseUrl())
  const page = await context.newPage()
  await open(page, address)
  await page.locator('[data-fork]').click()
  await expect(page).toHaveURL(`${baseUrl()}/${username}`)
  await expect(page.getByText('A talk').first()).toBeVisible()
  await context.close()
})

test('the owner sees who can see the deck; private offers a plan where one is needed', async () => {
  const page = await author.newPage()
  await open(page, address)
  await page.locator('[data-visibility-menu] summary').click()
  await expect(page.locator('[data-visibility="all"]')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-visibility="all"]')).toBeHidden()
  await page.locator('[data-visibility-menu] summary').click()
  await page.locator('[data-visibility="self"]').click()
  // The reason and the plan, inline; nothing has changed.
  const offer = page.locator('[data-plan-offer]')
  await expect(offer).toContainText('Private decks need a plan')
  await expect(offer).toContainText('With Lite, from $5 a month')
  await expect(page.locator('[data-visibility="all"]')).toHaveAttribute('aria-pressed', 'true')
  await expect(offer.getByRole('link', { name: 'See the plans' })).toBeFocused()
  // On a phone nothing overflows the window.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await offer.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${baseUrl()}/pricing`)
  await page.close()
})

test('the fullscreen view fills the window and can be muted', async ({ page }) => {
  await open(page, `${address}/fullscreen?no-autoplay=1#/3`)
  await isAt(page, 5)
  const box = await page.locator('#deck-frame').boundingBox()
  expect(box).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
  await expect(frame(page).locator('[autoplay], [data-autoplay]')).toHaveCount(0)
  await page.locator('[data-leave]').click()
  await expect(page).toHaveURL(address)
})

test('an embedded deck has a footer, and the focus stays with the page', async ({ page }) => {
  const body = `<input autofocus><iframe src="${address}/embed?style=light" width="576" height="420" allowfullscreen></iframe>`
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  const embed = page.frameLocator('iframe')
  await expect(embed.frameLocator('#deck-frame').locator('html')).toHaveClass(/started/)
  await expect(embed.locator('.embed-bar.light')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await embed.locator('[data-share] summary').click()
  await expect(embed.locator('#share-link')).toHaveValue(address)
  other.close()
})

test('the deck is on another origin, without a cookie, and cannot access the parent page', async ({ page }) => {
  await open(page, address)
  const inside = page.frames().find((one) => one.url().includes('/d/'))
  const found = await inside?.evaluate(async (app) => {
    const attempts: [string, () => unknown][] = [
      ['parent document', () => window.parent.document.title],
      ['parent location', () => window.parent.location.href],
      ['app', () => fetch(`${app}/api/v1/users/me.json`, { credentials: 'include' })],
    ]
    const results: Record<string, string> = { cookie: document.cookie, origin: location.origin }
    for (const [name, attempt] of attempts) {
      results[name] = await Promise.resolve()
        .then(attempt)
        .then(
          () => 'reached',
          () => 'refused',
        )
    }
    return results
  }, baseUrl())
  expect(found).toMatchObject({
    cookie: '',
    'parent document': 'refused',
    'parent location': 'refused',
    app: 'refused',
  })
  expect(found?.origin).toMatch(/^http:\/\/d-[a-z2-7]{26}\.localhost:\d+$/)
  // Expected: the browser's reports of the deck's own attempts.
  problems.set(
    page,
    (problems.get(page) ?? []).filter((text) => !/Content Security Policy|Fetch API cannot load/.test(text)),
  )
})

test('axe finds nothing serious, on a computer and on a phone', async ({ page }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await open(page, address)
    await page.locator('.outline summary').click()
    const { violations } = await new AxeBuilder({ page }).exclude('#deck-frame').analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
})

test('a page around a deck loads little script', async ({ page }) => {
  let bytes = 0
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    const sizes = await response.request().sizes()
    bytes += sizes.responseBodySize
  })
  await open(page, address)
  await page.waitForLoadState('networkidle')
  // reveal.js alone is about 30 kB; the limit is 60 kB more.
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(90_000)
})

test('the author reaches the editor from the deck', async () => {
  const page = await author.newPage()
  await open(page, address)
  await expect(page.locator('[data-edit]')).toHaveAttribute('href', `/${authorName}/a-talk/edit`)
  await page.close()
})
