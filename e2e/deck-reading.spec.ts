import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import type { Frame, Page } from '@playwright/test'
import { makeDeck, slideId } from './support/decks.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { givePlan } from './support/plans.ts'
import { shownSlide } from './support/showing.ts'

/** A page of another site with this body. Close it after use. */
async function otherSite(body: string): Promise<{ address: string; close: () => void }> {
  const html = `<!doctype html><html lang="en"><title>Elsewhere</title><body>${body}</body></html>`
  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  // Another host name makes it another site than the decks'.
  return { address: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, close: () => site.close() }
}

/** Blocks third-party cookies, as more and more browsers do by default. */
async function blockOtherSitesCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
}

/** A cookie that a page can set for third-party contexts. */
const keepCookie = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the plain way is the one that is tried here
    document.cookie = 'probe=1; SameSite=None; Secure; Path=/'
    return document.cookie
  })

const reaches = (page: Page, progress: number) =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/progress.json') && answer.request().postDataJSON().progress === progress && answer.ok(),
  )

test('a deck embedded in another site is read there without any cookie, and its author sees how far', async ({
  newPerson,
  newVisitor,
  baseURL,
}) => {
  const { page: author, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Glaciers', ['They grow', 'They creep', 'They calve', 'They melt'])
  const site = await otherSite(`<iframe src="${baseURL}${deck.path}/embed" width="576" height="420"></iframe>`)
  try {
    const reader = await newVisitor()
    await blockOtherSitesCookies(reader)
    const begun = reaches(reader, 0)
    await reader.goto(site.address)
    const embed = reader.frameLocator('iframe')
    const slide = embed.frameLocator('#deck-frame').locator('section.present')
    await expect(embed.locator('html')).toHaveClass(/deck-ready/)
    const frame = reader.frames().find((one) => one.url().endsWith('/embed'))
    expect(frame && (await keepCookie(frame))).toBe('')

    // The first slide has been reported; slides visited earlier would be missing.
    expect((await begun).status()).toBe(204)
    const [half, whole] = [reaches(reader, 50), reaches(reader, 100)]
    await slide.click()
    // The focus moves through two processes, and a key may be faster.
    await expect(embed.locator('#deck-frame')).toBeFocused()
    for (const [index, words] of ['They creep', 'They calve', 'They melt'].entries()) {
      await reader.keyboard.press('ArrowRight')
      await expect(slide).toContainText(words)
      // The frame coalesces quick steps: wait until the page has received each slide.
      await expect.poll(() => frame?.evaluate(() => location.hash)).toBe(`#/${index + 1}`)
    }
    expect((await half).status()).toBe(204)
    expect((await (await whole).request().allHeaders()).cookie).toBeUndefined()
    expect(await reader.context().cookies()).toEqual([])
  } finally {
    site.close()
  }

  // Authors are not counted as readers.
  await author.goto(deck.path)
  await expect(shownSlide(author)).toContainText('They grow')
  await author.locator('[data-more] summary').click()
  await author.getByRole('link', { name: 'Analytics' }).click()
  await expect(author.getByRole('heading', { name: 'Analytics' })).toBeVisible()
  await expect(author.getByText('1 of 1 readings')).toHaveCount(2)
  await expect(author.getByRole('link', { name: /3 They calve 1 view/ })).toBeVisible()
  const chart = author.getByRole('slider', { name: 'Readings by day' })
  await chart.focus()
  await author.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 reading, 1 to the half, 1 to the end$/)
  const { violations } = await new AxeBuilder({ page: author }).include('main').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

/** Swipes over the deck. x and y in px of the window. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', from)
  for (const part of [0.3, 0.6, 1]) {
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
  }
  await touch('touchEnd')
  await session.detach()
}

test('in portrait on a phone the slide is complete, its notes are below, and swipes and taps navigate', async ({
  newPerson,
  newVisitor,
}) => {
  const { context } = await newPerson()
  const notes = { [slideId(1)]: 'Say where this is', [slideId(2)]: 'Wait for questions' }
  const words = ['Geysers', 'They boil', 'They rest']
  const deck = await makeDeck(context.request, 'Geysers', words, { share_notes: true, notes })
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(deck.path)
  await expect(page.locator('html')).toHaveClass(/deck-ready/)
  const panel = page.getByRole('region', { name: 'Notes to this slide' })
  await expect(panel).toHaveText('Say where this is')

  const slide = await shownSlide(page).boundingBox()
  const below = await panel.boundingBox()
  if (!slide || !below) throw new Error('The slide and its notes have no place')
  expect(slide.x).toBeGreaterThanOrEqual(0)
  expect(slide.x + slide.width).toBeLessThanOrEqual(390)
  expect(below.y).toBeGreaterThanOrEqual(slide.y + slide.height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const middle = { x: 195, y: slide.y + slide.height / 2 }
  await swipe(page, { ...middle, x: 300 }, { ...middle, x: 90 })
  await expect(shownSlide(page)).toContainText('They boil')
  await expect(panel).toHaveText('Wait for questions')
  await page.touchscreen.tap(370, 60)
  await expect(shownSlide(page)).toContainText('They rest')
  await page.touchscreen.tap(20, 60)
  await expect(shownSlide(page)).toContainText('They boil')
  await page.touchscreen.tap(195, 60)
  await page.getByRole('button', { name: 'Notes' }).tap()
  await expect(panel).toBeHidden()
  await expect(shownSlide(page)).toContainText('They boil')
})

test('a reviewer reads the deck’s notes beside it, and prints all of it', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const deck = await makeDeck(context.request, 'Moraines', ['Side', 'Middle', 'End'])
  // The browser's print dialog is not observable here: record the calls.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = String(Number(document.documentElement.dataset.printed ?? 0) + 1)
    }
  })
  await page.goto(`${deck.path}/review#/1`)
  const current = page.locator('[data-review-slides] [aria-current]')
  await expect(current).toContainText('Middle')
  await page.getByRole('link', { name: '3 End' }).click()
  await expect(shownSlide(page)).toContainText('End')
  await expect(current).toContainText('End')
  const root = page.locator('html')
  await page.setViewportSize({ width: 849, height: 700 })
  await expect(root).toHaveClass(/\bsmall\b/)
  await page.setViewportSize({ width: 850, height: 700 })
  await expect(root).not.toHaveClass(/\bsmall\b/)

  await page.goto(`${deck.path}/export`)
  const sheets = page.frameLocator('#deck-frame')
  await expect(sheets.locator('.sheet')).toHaveText(['Side', 'Middle', 'End'])
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(sheets.locator('html')).toHaveAttribute('data-printed', '1')
  await page.keyboard.press('ControlOrMeta+P')
  await expect(sheets.locator('html')).toHaveAttribute('data-printed', '2')
  await expect(root).not.toHaveAttribute('data-printed')
})

test('a private deck whose plan has ended can be edited again once it is public', async ({ newPerson, complaints }) => {
  complaints.expect(/status of 500/)
  const { page, context, username } = await newPerson()
  givePlan(username, 'lite')
  const deck = await makeDeck(context.request, 'Karst', ['Caves'], { visibility: 'self' })
  givePlan(username, 'free')
  await willIntercept(page)
  await page.goto(`${deck.path}/edit`)
  const button = page.getByRole('button', { name: 'Make public' })
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.route('**/publish.json', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await button.click()
  await expect(page.getByText('Failed to change visibility')).toBeVisible()
  await page.unroute('**/publish.json')
  const opened = page.waitForResponse((answer) => answer.url().endsWith(`${deck.path}/edit`) && answer.ok())
  await button.click()
  expect(await (await opened).text()).toContain('Opening the editor')
})
