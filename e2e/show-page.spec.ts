import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { makeDeck } from './support/decks.ts'
import { willIntercept } from './support/hold.ts'
import { expect, test } from './support/journey.ts'
import { givePlan } from './support/plans.ts'
import { shownSlide } from './support/showing.ts'

const stacked = [
  '<section data-id="00000000000000000000000000000001"><h1>Above all</h1></section>',
  '<section><section data-id="00000000000000000000000000000002"><h2>Upper</h2></section><section data-id="00000000000000000000000000000003"><h2>Lower</h2></section></section>',
]

/** Opens a deck's page with the clock stopped before its script runs. */
async function openStopped(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(path)
  await expect(page.locator('html.loaded')).toBeVisible()
}

test('the author is shown after a second for six, and the navigation hint after six, once per browser', async ({
  newPerson,
  newVisitor,
}) => {
  const { context, username } = await newPerson()
  const deck = await makeDeck(context.request, 'Fjords', stacked)
  const page = await newVisitor()
  const summary = page.locator('[data-summary-pill]')
  const sideways = page.getByText('Use the arrow keys to move between slides')
  const downwards = page.getByText('There is more below: press the down arrow')

  await openStopped(page, deck.path)
  await page.clock.runFor(900)
  await expect(summary).toBeHidden()
  await page.clock.runFor(200)
  await expect(summary).toBeVisible()
  await expect(summary).toHaveText(`Fjords by ${username}`)
  await page.clock.runFor(4_700)
  await expect(sideways).toBeHidden()
  await page.clock.runFor(400)
  await expect(sideways).toBeVisible()
  await expect(summary).toHaveAttribute('data-shown', 'true')
  await page.clock.runFor(1_000)
  await expect(summary).toHaveAttribute('data-shown', 'false')
  await page.clock.runFor(500)
  await expect(summary).toBeHidden()

  await page.clock.resume()
  await expect(shownSlide(page)).toContainText('Above all')
  await expect(page.locator('#deck-frame')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(shownSlide(page)).toContainText('Upper')
  await expect(sideways).toBeHidden()
  await expect(downwards).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(downwards).toBeHidden()

  await test.step('not a second time', async () => {
    await openStopped(page, deck.path)
    await page.clock.runFor(8_000)
    await expect(sideways).toBeHidden()
  })
})

test('the owner with a plan sets the visibility, and each change is confirmed', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // The private deck, for others.
  complaints.expect(/status of 404/)
  const person = await newPerson()
  givePlan(person.username, 'pro')
  const { page, context } = person
  const deck = await makeDeck(context.request, 'Caves', ['Dark', 'Deep'], { visibility: 'all' })
  const visitor = await newVisitor()
  await willIntercept(page)
  await page.goto(deck.path)
  const menu = page.locator('[data-visibility-menu] summary')
  const choose = async (name: string, told: string) => {
    await menu.click()
    await page.getByRole('button', { name }).click()
    await expect(page.getByText(told)).toBeVisible()
    await expect(menu).toContainText(name)
  }

  await choose('Private', 'Your deck is now private')
  expect((await visitor.goto(deck.path))?.status()).toBe(404)
  await choose('Public', 'Your deck is now public')
  expect((await visitor.goto(deck.path))?.status()).toBe(200)

  await test.step('a failed change is reverted', async () => {
    complaints.expect(/status of 500/)
    await page.route('**/publish.json', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
    await menu.click()
    await page.getByRole('button', { name: 'Private' }).click()
    await expect(page.getByText('Failed to change visibility')).toBeVisible()
    await expect(menu).toContainText('Public')
  })
})

test('a deck’s link preview has its title, description and picture, before any script', async ({
  newPerson,
  newVisitor,
}) => {
  const { context, username } = await newPerson()
  const description = 'How rivers find the sea'
  const deck = await makeDeck(context.request, 'Deltas & co', ['Silt settles', 'Birds come'], { description })
  const { request } = (await newVisitor()).context()
  const html = await (await request.get(deck.path)).text()
  const tag = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1]
  expect(html).toContain('<title>Deltas &amp; co by ')
  expect(tag('description')).toBe(description)
  expect(tag('og:title')).toBe(`Deltas &amp; co by ${username}`)
  expect(tag('og:description')).toBe(description)
  expect(tag('og:type')).toBe('article')
  expect(tag('og:url')).toMatch(new RegExp(`${deck.path}$`))
  expect(html).toContain('Birds come')
  const image = await request.get(tag('og:image') ?? '')
  expect([image.status(), image.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
})

test('another site gets the embed code by oEmbed, with a footer that only a plan removes', async ({
  newPerson,
  newVisitor,
}) => {
  const { context, username } = await newPerson()
  const deck = await makeDeck(context.request, 'Geysers', ['They boil', 'They rest'])
  const visitor = await newVisitor()
  await visitor.goto(deck.path)
  const discovery = visitor.locator('link[type="application/json+oembed"]')
  const answer = await (await visitor.request.get((await discovery.getAttribute('href')) ?? '')).json()
  expect(answer).toMatchObject({ type: 'rich', title: 'Geysers', width: 576, height: 420 })

  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(answer.html))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    await visitor.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const embed = visitor.frameLocator('iframe')
    await expect(embed.frameLocator('#deck-frame').locator('section.present')).toContainText('They boil')
    await expect(embed.locator('.embed-bar.dark')).toContainText('Geysers')
  } finally {
    site.close()
  }

  const foot = visitor.locator('.embed-bar')
  await visitor.goto(`${deck.path}/embed?style=hidden`)
  await expect(foot).toBeVisible()
  givePlan(username, 'lite')
  await visitor.reload()
  await expect(visitor.frameLocator('#deck-frame').locator('section.present')).toContainText('They boil')
  await expect(foot).toHaveCount(0)
})

test('a right-to-left deck keeps its fonts, and rolling links leave every word in place', async ({ newPerson }) => {
  const { page, context } = await newPerson()
  const words =
    'קראו עוד <a href="https://x.example">the long story of bees that warm their hive all winter</a> וגם היום.'
  const slide = `<section data-id="00000000000000000000000000000001"><div class="block" data-block-type="text" data-block-id="0000000000000001" style="left: 80px; top: 80px; width: 500px; height: 400px;"><div class="block-content"><h2>כוורת</h2><p>${words}</p><p><a href="https://y.example">Short</a> and more</p><ul><li>ראשון</li></ul></div></div></section>`
  const settings = { rtl: true, theme_font: 'merriweather' }
  const frame = page.frameLocator('iframe').first()
  /** The position of each letter on the slide, in whole px. */
  const letters = () =>
    frame.locator('.slides section.present .block-content').evaluate((content) => {
      const places: string[] = []
      const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < (node.textContent ?? '').length; at++) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const { x, y } = range.getBoundingClientRect()
          places.push(`${node.textContent?.[at]} ${Math.round(x)} ${Math.round(y)}`)
        }
      }
      return places
    })
  const shown = async (rolling_links: boolean) => {
    const deck = await makeDeck(context.request, 'Bees', [slide], { ...settings, rolling_links })
    await page.goto(deck.path)
    await expect(frame.locator('.reveal.ready.rtl')).toBeVisible()
    await expect(frame.locator('.slides section.present')).toContainText('Short')
    await frame.locator('body').evaluate(() => document.fonts.ready)
  }
  await shown(false)
  const still = await letters()
  await shown(true)
  expect(await letters()).toEqual(still)

  const heading = frame.getByRole('heading', { name: 'כוורת' })
  const text = frame.locator('section.present p').last()
  // List markers are beside their text, inside the block.
  const edges = (selector: string) =>
    frame.locator(`section.present ${selector}`).evaluate((element) => element.getBoundingClientRect().right)
  expect(await edges('li')).toBeLessThan(await edges('h2'))
  await expect(heading).toHaveCSS('font-family', /Merriweather/)
  await expect(text).toHaveCSS('font-family', /Merriweather/)
  await expect(text).toHaveCSS('direction', 'rtl')

  const short = frame.getByRole('link', { name: 'Short' })
  const face = () => short.evaluate((link) => getComputedStyle(link, '::after').content)
  expect(await face()).toBe('none')
  await short.hover()
  await expect.poll(face).toContain('Short')
  expect(await letters()).toEqual(still)
})
