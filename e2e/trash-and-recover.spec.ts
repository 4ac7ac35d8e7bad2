import type { Page } from '@playwright/test'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { ownName } from './support/person.ts'

/** Selects from the menu of a deck in a list, and answers the dialog. */
async function choose(page: Page, title: string, entry: string, answer: string): Promise<void> {
  // As a pointer moves: over the card, which is raised on hover.
  await page.getByRole('article').filter({ hasText: title }).getByRole('heading').hover()
  await page.getByRole('button', { name: `Menu of “${title}”` }).click()
  const item = page.getByRole('menuitem', { name: entry })
  // The menu scrolls, and the page with it: a press in between would meet another entry.
  await item.scrollIntoViewIfNeeded()
  await expect(item).toBeInViewport({ ratio: 1 })
  await item.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(title)
  await question.getByRole('button', { name: answer }).click()
}

test('a trashed deck is inaccessible, is restored unchanged, and is deleted permanently', async ({
  newPerson,
  newVisitor,
  complaints,
}) => {
  // Missing pages.
  complaints.expect(/status of 404/)
  const { page, username, context } = await newPerson()
  const title = ownName('Herons')
  // One slide: short decks are not listed for visitors, so that other journeys do not meet a deck deleted a moment
  // later.
  const deck = await makeDeck(context.request, title, ['They wait'])
  const card = page.getByRole('article').filter({ hasText: title })
  const visitor = await newVisitor()
  const found = async () => {
    await visitor.goto(`/explore?search=${title.replace('Herons-', '')}`)
    return visitor.getByRole('article').count()
  }
  await expect.poll(found).toBe(1)
  await page.goto(`/${username}`)

  await test.step('canceling keeps it', async () => {
    await choose(page, title, 'Move to trash', 'Cancel')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(card).toHaveCount(1)
  })

  await test.step('in the trash it can be neither seen nor found nor edited', async () => {
    await choose(page, title, 'Move to trash', 'Move to trash')
    await expect(page.getByText('Moved to trash')).toBeVisible()
    await expect(card).toHaveCount(0)
    for (const path of [deck.path, `${deck.path}/fullscreen`, `${deck.path}/embed`, `${deck.path}/edit`]) {
      expect((await context.request.get(path)).status(), path).toBe(404)
    }
    expect((await visitor.goto(deck.path))?.status()).toBe(404)
    await expect.poll(found).toBe(0)
  })

  await test.step('it is restored unchanged', async () => {
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(card.getByRole('link')).toHaveCount(0)
    await expect(card).toContainText(/Deleted for good on [A-Z][a-z]{2} \d{1,2}(st|nd|rd|th), \d{4}/)
    await card.getByRole('button', { name: 'Recover' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click()
    await expect(page.getByText('Deck recovered')).toBeVisible()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    expect((await visitor.goto(deck.path))?.status()).toBe(200)
    await expect.poll(found).toBe(1)
  })

  await test.step('from the trash it is deleted permanently', async () => {
    await page.getByRole('link', { name: 'Decks', exact: true }).click()
    await choose(page, title, 'Move to trash', 'Move to trash')
    await page.getByRole('link', { name: 'Trash' }).click()
    await card.getByRole('button', { name: 'for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('Deck deleted')).toBeVisible()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    expect((await context.request.get(`/api/v1/decks/${deck.id}.json`)).status()).toBe(404)
  })
})
