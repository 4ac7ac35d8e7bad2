import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { ownName } from './support/person.ts'

/** Creates a public deck over the API, as the signed-in person of the page. With one slide it is not shown to explorers. */
async function makeDeck(page: Page, title: string, slides: readonly string[]): Promise<void> {
  await page.goto('/about')
  const data = slides.map((text, index) => `<section data-id="${String(index).repeat(32)}"><h1>${text}</h1></section>`)
  const status = await page.evaluate(
    async ([name, html]) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      const answer = await fetch('/api/v1/decks.json', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': token },
        body: JSON.stringify({ deck: { title: name, visibility: 'all', data: html } }),
      })
      return answer.status
    },
    [title, data.join('')] as const,
  )
  expect(status).toBe(201)
}

test('a deck goes to the trash, comes back, goes for good: the list follows and says so', async ({ newPerson }) => {
  const { page, username } = await newPerson()
  const title = ownName('Herons')
  // One slide: other journeys that explore must not meet a deck that is gone a moment later.
  await makeDeck(page, title, [title])
  await page.goto(`/${username}`)
  const card = page.getByRole('article').filter({ hasText: title })
  const menu = card.getByRole('button', { name: `Menu of “${title}”` })
  const choose = async (entry: string, answer: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: entry }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(title)
    await question.getByRole('button', { name: answer }).click()
  }

  await choose('Move to trash', 'Move to trash')
  await expect(page.getByText('Moved to trash')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Trash' }).click()
  await choose('Recover', 'Recover')
  await expect(page.getByText('Deck recovered')).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.getByRole('link', { name: 'Decks', exact: true }).click()
  await choose('Move to trash', 'Move to trash')
  await page.getByRole('link', { name: 'Trash' }).click()
  await choose('Delete for good', 'Delete for good')
  await expect(page.getByText('Deck deleted')).toBeVisible()
})

test('the address of a search follows what is typed, and brings the search back', async ({ newPerson, newVisitor }) => {
  const { page } = await newPerson()
  const word = ownName('kingfisher').replace('-', '')
  await makeDeck(page, `The ${word}`, [`The ${word}`, 'It dives'])
  const visitor = await newVisitor()
  await visitor.goto('/explore')
  const box = visitor.getByRole('searchbox')
  await box.fill(word)
  await expect(visitor).toHaveURL(`/explore?search=${word}`)
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await expect(visitor.getByRole('link', { name: `The ${word}` })).toBeVisible()
  await visitor.reload()
  await expect(box).toHaveValue(word)
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await box.fill('')
  await expect(visitor).toHaveURL('/explore')
  await box.press('Enter')
  await expect(visitor.getByText('Please enter a search term')).toBeVisible()
})

test('pages can be read without any script', async ({ openBrowser }) => {
  const context = await openBrowser({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, words] of [
    ['/', 'Slides with the freedom of the web'],
    ['/explore', 'Explore'],
    ['/help', 'Your first deck'],
    ['/users/sign_in', 'Sign in'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

test('somebody signed out elsewhere is told, and goes on after signing in again', async ({ newPerson, complaints }) => {
  complaints.expect(/status of 40[13]/)
  const { page, context } = await newPerson()
  await page.clock.install()
  await page.goto('/help')
  await expect(page.locator('html.loaded')).toBeVisible()
  const cookies = await context.cookies()
  await context.clearCookies({ name: 'session' })
  await page.clock.runFor(61_000)
  const popup = page.getByRole('dialog', { name: 'Session expired' })
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await popup.getByRole('button', { name: 'Retry' }).click()
  await expect(popup).toBeVisible()
  await context.addCookies(cookies)
  await popup.getByRole('button', { name: 'Retry' }).click()
  await page.clock.runFor(1_000)
  await expect(popup).toHaveCount(0)
})

test('the keyboard reaches everything: past the header, through a menu, and back to its button', async ({
  newPerson,
}) => {
  const { page, username } = await newPerson()
  await page.goto('/help')
  await expect(page.locator('html.loaded')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const menu = page.getByRole('button', { name: `Menu of ${username}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Your decks' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'New deck' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('a link to a place on the page scrolls there, 20 px above it, and the contents follow', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/help')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Who can see a deck' }).click()
  const top = () => page.evaluate(() => document.getElementById('who-sees')?.getBoundingClientRect().top ?? 0)
  await expect.poll(async () => Math.round(await top())).toBe(20)
  await expect(page).toHaveURL(/#who-sees$/)
  await expect(contents.locator('[aria-current="location"]')).toHaveText('Who can see a deck')
})
