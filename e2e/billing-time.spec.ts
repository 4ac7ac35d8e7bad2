import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { newCustomer, passDays, subscribe, testCards, typeCard } from './support/billing.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ env: { LECTERN_CLOCK: 'on' }, inMemory: true })
})
test.afterAll(() => server.dispose())

test('a canceled plan becomes Free when its period ends, nothing is lost, and it is reactivated', async ({
  openBrowser,
}) => {
  const { context, page } = await newCustomer(openBrowser, server)
  await subscribe(page, 'pro', 'monthly')
  const deck = await makeDeck(context.request, 'Kept private', ['One slide'], {}, server.baseUrl)
  const path = `/api/v1/decks/${deck.id}/publish.json`
  const privately = await callAs(context.request, 'POST', path, { visibility: 'self' }, server.baseUrl)
  expect(privately.status()).toBe(200)

  await page.getByRole('button', { name: 'Cancel the plan' }).click()
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await passDays(server, 20)
  await page.reload()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await passDays(server, 12)
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
  const { page } = await newCustomer(openBrowser, server)
  await page.goto('/account/upgrade?plan=lite&period=monthly')
  await typeCard(page, testCards.later)
  await page.getByRole('button', { name: 'Pay $7' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  // A session that is not used for a month ends.
  await passDays(server, 16)
  await page.reload()
  await passDays(server, 15.5)
  const message = page.getByRole('region', { name: 'Billing' })
  await expect(async () => {
    await page.goto('/explore')
    await expect(message).toContainText('The last payment failed. Without another card your plan ends on', {
      timeout: 500,
    })
  }).toPass()
  await message.getByRole('link', { name: 'Use another card' }).click()
  await expect(page).toHaveURL('/account/update_billing')
  await typeCard(page, testCards.ok)
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
})

test('a change from yearly to monthly keeps the rest as credit, and every cent of it is on receipts', async ({
  openBrowser,
}) => {
  const { page } = await newCustomer(openBrowser, server)
  await subscribe(page, 'pro', 'yearly')
  await passDays(server, 20)
  await page.goto('/account/update_billing_period')
  await page.getByText('By the month', { exact: true }).click()
  await page.getByRole('button', { name: 'Pay by the month' }).click()
  await expect(page).toHaveURL('/account/billing')
  await expect(page.getByText(/^\$\d+\.\d\d, used for the next charges$/)).toBeVisible()
  await expect(page.getByText(/^\$14 on .*, paid from credit$/)).toBeVisible()
  const change = page.getByRole('row', { name: /Change to Pro, monthly/ })
  await expect(change).toContainText('kept as credit')
  await change.getByRole('link', { name: /^Receipt / }).click()
  await expect(page.getByRole('row', { name: /^Paid for Pro, yearly, .* -\$120\.00$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Used until / })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Kept as credit / })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Paid $0.00' })).toBeVisible()

  // A session that is not used for a month ends.
  await passDays(server, 16)
  await page.reload()
  await passDays(server, 15.5)
  await expect(async () => {
    await page.goto('/account/billing')
    await expect(page.getByRole('row', { name: /\$14 from credit/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page
    .getByRole('row', { name: /\$14 from credit/ })
    .getByRole('link', { name: /^Receipt / })
    .click()
  await expect(page.getByRole('row', { name: 'Paid from credit -$14' })).toBeVisible()
})
