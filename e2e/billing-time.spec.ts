import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { subscribe } from './support/billing.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { callAs, signUp } from './support/person.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { LECTERN_CLOCK: 'on' }, inMemory: true })
})
test.afterAll(() => server.dispose())

/** Moves the server's clock ahead. Its jobs follow. */
async function passDays(days: number): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days }),
  })
  expect(answer.status).toBe(200)
}

test('a cancelled plan becomes Free when its period ends, nothing is lost, and it is reactivated', async ({
  openBrowser,
}) => {
  const context = await openBrowser({ baseURL: server.baseUrl })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  await subscribe(page, 'pro', 'monthly')
  const deck = await makeDeck(context.request, 'Kept private', ['One slide'], {}, server.baseUrl)
  const path = `/api/v1/decks/${deck.id}/publish.json`
  const privately = await callAs(context.request, 'POST', path, { visibility: 'self' }, server.baseUrl)
  expect(privately.status()).toBe(200)

  await page.getByRole('button', { name: 'Cancel the plan' }).click()
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await passDays(20)
  await page.reload()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await passDays(12)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Ended', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('and is Free now. Nothing was deleted.')).toBeVisible()
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Upgrade' })).toBeVisible()
  await page.keyboard.press('Escape')

  // The deck stays private and readable; editing it needs a plan again.
  await page.goto(deck.path)
  await expect(page.getByRole('heading', { name: 'Kept private', level: 1 })).toBeVisible()
  await page.goto(`${deck.path}/edit`)
  await expect(page.getByRole('heading', { name: 'Editing private decks needs a paid plan' })).toBeVisible()

  await page.goto('/account/billing')
  await page.getByRole('button', { name: 'Reactivate Pro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reactivate Pro?' })
  await expect(dialog).toContainText('Your card is charged $14 now.')
  await dialog.getByRole('button', { name: 'Pay $14' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Receipt / })).toHaveCount(2)
  await page.goto(`${deck.path}/edit`)
  await expect(page.getByRole('button', { name: 'Visibility: Private' })).toBeVisible()
})

test('a charge that fails is said above every page, until another card pays it', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const context = await openBrowser({ baseURL: server.baseUrl })
  await signUp(context.request, {}, server.baseUrl)
  const page = await context.newPage()
  await page.goto('/account/upgrade?plan=lite&period=monthly')
  await page.getByLabel('Card number').fill('4000000000000341')
  await page.getByLabel('Expiry').fill('1239')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay $7' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  // A session that is not used for a month ends.
  await passDays(16)
  await page.reload()
  await passDays(15.5)
  const message = page.getByRole('region', { name: 'Billing' })
  await expect(async () => {
    await page.goto('/explore')
    await expect(message).toContainText('The last payment failed. Without another card your plan ends on', {
      timeout: 500,
    })
  }).toPass()
  await message.getByRole('link', { name: 'Use another card' }).click()
  await expect(page).toHaveURL('/account/update_billing')
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').fill('1239')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
})
