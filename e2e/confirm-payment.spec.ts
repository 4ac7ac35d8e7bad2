import type { Page } from '@playwright/test'
import { FakeStripe } from '../src/testing/fake-stripe.ts'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { faultsOf } from './support/accessibility.ts'
import { newCustomer, passDays } from './support/billing.ts'
import { expect, test } from './support/journey.ts'
import { callAs } from './support/person.ts'
import { serveStripeScript, stripeSettings } from './support/stripe.ts'

const stripe = new FakeStripe()
let apiUrl: string
let server: RunningServer
test.beforeAll(async () => {
  apiUrl = await stripe.listen()
  server = await runServer({ inMemory: true, env: { ...stripeSettings(apiUrl), LECTERN_CLOCK: 'on' } })
})
test.afterAll(async () => {
  await server.dispose()
  await stripe.close()
})

/** The bank as the page asks it. */
interface Bank {
  /** Why it refuses; null: the customer confirms. */
  refusal: string | null
  /** The secret and the card of each confirmation. */
  readonly asked: string[][]
}

/** Answers Stripe's script and its questions to the bank. */
async function askBank(page: Page): Promise<Bank> {
  const bank: Bank = { refusal: 'Your bank did not answer.', asked: [] }
  await serveStripeScript(page, apiUrl)
  await page.exposeFunction('confirmAtBank', (secret: string, card: string) => {
    bank.asked.push([secret, card])
    if (bank.refusal === null) stripe.confirmCharge(secret.replace('_secret', ''))
    return bank.refusal
  })
  return bank
}

/** A customer who has bought a plan with a card that the bank wants to be confirmed from now on. */
async function confirmingCustomer(openBrowser: Parameters<typeof newCustomer>[0], plan: 'lite' | 'pro') {
  const { context, page } = await newCustomer(openBrowser, server)
  const bank = await askBank(page)
  const card = stripe.card()
  const subscription = { plan, billing_period: 'monthly', token: card }
  const bought = await callAs(context.request, 'POST', '/subscriptions', { subscription }, server.baseUrl)
  expect(bought.status()).toBe(201)
  stripe.setFailure(card, 'authentication_required')
  return { page, bank, card }
}

test('an upgrade that the bank wants to be confirmed is confirmed in its form, or later from the billing page', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of (401|422)/)
  const { page, bank, card } = await confirmingCustomer(openBrowser, 'lite')
  await page.goto('/account/billing')
  await page.getByRole('link', { name: 'Change the plan' }).click()
  await page.getByText('Pro', { exact: true }).click()
  const change = page.getByRole('button', { name: 'Change to Pro' })
  await change.click()
  await expect(page.getByText('Your bank did not answer.')).toBeVisible()
  bank.refusal = null
  await change.click()
  await expect(page).toHaveURL('/account/billing')
  await expect(page.getByText('Your plan is Pro now')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pro Active' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Receipt / })).toHaveCount(2)
  expect(bank.asked.at(-1)).toEqual([stripe.intents().at(-1)?.client_secret, card])

  await page.getByRole('link', { name: 'Change the billing period' }).click()
  await page.getByText('By the year', { exact: true }).click()
  bank.refusal = 'Your bank did not answer.'
  await page.getByRole('button', { name: 'Pay by the year' }).click()
  await expect(page.getByText('Your bank did not answer.')).toBeVisible()
  await page.goto('/account/billing')
  await expect(page.getByText(/^Your bank asks you to confirm the charge of \$1\d\d/)).toBeVisible()
  await page.getByRole('link', { name: /^Confirm \$/ }).click()
  await expect(page).toHaveURL('/account/confirm_payment')
  bank.refusal = null
  await page.getByRole('button', { name: /^Confirm \$/ }).click()
  await expect(page).toHaveURL('/account/billing')
  await expect(page.getByText('By the year', { exact: true })).toBeVisible()
})

test('a renewal that the bank wants to be confirmed is confirmed from the message above every page', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of (401|422)/)
  const { page, bank, card } = await confirmingCustomer(openBrowser, 'pro')
  // A session that is not used for a month ends.
  await passDays(server, 16)
  await page.goto('/explore')
  await passDays(server, 15.5)

  const message = page.getByRole('region', { name: 'Billing' })
  await expect(async () => {
    await page.goto('/explore')
    await expect(message).toContainText('Your bank asks you to confirm the last payment.', { timeout: 500 })
  }).toPass()
  await message.getByRole('link', { name: 'Confirm your payment' }).click()
  await expect(page).toHaveURL('/account/confirm_payment')
  await expect(
    page.getByText(/^Your bank asks you to confirm the charge of \$14 to Visa ending in 4242\./),
  ).toBeVisible()
  expect(await faultsOf(page)).toEqual({ light: [], dark: [] })
  const confirm = page.getByRole('button', { name: 'Confirm $14' })
  await confirm.click()
  await expect(page.getByText('Your bank did not answer.')).toBeVisible()
  bank.refusal = null
  await confirm.click()
  await expect(page).toHaveURL('/account/billing')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('The payment is confirmed, thank you')).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByRole('link', { name: /^Receipt / })).toHaveCount(2)
  const intent = stripe.intents().at(-1)
  expect(bank.asked.at(-1)).toEqual([intent?.client_secret, card])
  // Nothing waits any more: the page leads back.
  await page.goto('/account/confirm_payment')
  await expect(page).toHaveURL('/account/billing')
})
