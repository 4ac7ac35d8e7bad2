import { expect, type Page, test } from '@playwright/test'
import { deckAuthor } from '../src/testing/deck-author.ts'
import { hold } from './support/hold.ts'

const baseUrl = () => process.env.SHARED_SERVER ?? ''
const plain = ['First', 'Second', 'Third', 'Fourth'].map((word) => `<section><h2>${word}</h2></section>`).join('\n')
const stacked =
  '<section><h2>First</h2></section><section><section><h2>Above</h2></section><section><h2>Below</h2></section></section><section><h2>Last</h2></section>'

const deck = (page: Page) => page.frameLocator('#deck-frame')
const shown = (page: Page) => deck(page).locator('section.present:not(.stack)')

async function isReady(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveClass(/deck-ready/)
}

test('a key pressed before the deck is ready counts, exactly once', async ({ page, context }) => {
  const author = await deckAuthor(context, baseUrl())
  const [even, deep] = [await author.publish('Even', plain), await author.publish('Deep', stacked)]

  await test.step('between slides it works immediately, and the player continues from there', async () => {
    const letGo = await hold(page, /\/a\/player-[^/]+\.js$/)
    await page.goto(even, { waitUntil: 'commit' })
    await expect(deck(page).locator('h2').first()).toBeVisible()
    await expect(page.locator('#deck-frame')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await expect(deck(page).locator('h2:visible')).toHaveText('Second')
    letGo()
    await isReady(page)
    await expect(shown(page)).toHaveText('Second')
    await expect(page).toHaveURL(`${even}#/1`)
    await page.keyboard.press('ArrowRight')
    await expect(shown(page)).toHaveText('Third')
  })

  await test.step('other keys wait for the player', async () => {
    const letGo = await hold(page, /\/a\/player-[^/]+\.js$/)
    await page.goto(deep, { waitUntil: 'commit' })
    await expect(deck(page).locator('h2').first()).toBeVisible()
    await expect(page.locator('#deck-frame')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(deck(page).locator('h2:visible')).toHaveText('First')
    letGo()
    await isReady(page)
    await expect(shown(page)).toHaveText('Below')
    await expect(page).toHaveURL(`${deep}#/1/1`)
  })

  await test.step('a key for the page counts too, long before there is a frame', async () => {
    const letGo = await hold(page, /\/d\/1\//)
    await page.goto(even, { waitUntil: 'commit' })
    await expect(page.locator('.deck-title h1')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    letGo()
    await isReady(page)
    await expect(shown(page)).toHaveText('Third')
    await expect(page).toHaveURL(`${even}#/2`)
  })
})
