import type { Page } from '@playwright/test'
import { type RunningServer, runServer } from '../src/testing/run-server.ts'
import { newCustomer } from './support/billing.ts'
import { expect, test } from './support/journey.ts'
import { serveStripeScript, stripeSettings } from './support/stripe.ts'

// Stripe's API and script are stood in for: the page asks for the script where the API is.
const standIn = 'http://127.0.0.1:9'

let server: RunningServer
test.beforeAll(async () => {
  server = await runServer({ inMemory: true, env: stripeSettings(standIn) })
})
test.afterAll(() => server.dispose())

interface Answers {
  readonly bodies: string[]
  setups: number
}

/** Answers what the server would ask Stripe for, and the script. */
async function standInFor(page: Page): Promise<Answers> {
  const answers: Answers = { bodies: [], setups: 0 }
  await serveStripeScript(page, standIn)
  await page.route('**/subscriptions/setup.json', (route) => {
    answers.setups += 1
    const json = { client_secret: `secret-${answers.setups}`, publishable_key: 'pk_test_public' }
    return route.fulfill({ status: 201, json })
  })
  await page.route('**/subscriptions.json', (route) => {
    answers.bodies.push(route.request().postData() ?? '')
    const error = 'Your card was declined. Please try another card.'
    return route.fulfill({ status: 422, json: { errors: { token: [error] }, error } })
  })
  return answers
}

test('with Stripe the card is entered in its own form, and only pages with a card form admit its script', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  const { context, page } = await newCustomer(openBrowser, server)
  const answers = await standInFor(page)
  const policy = async (path: string) => (await context.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policy('/pricing')).not.toContain('stripe.com')
  expect(await policy('/account/upgrade')).toContain('https://hooks.stripe.com')

  // The page before has another policy: the upgrade page is loaded as a document.
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Choose Pro' }).click()
  const card = page.getByLabel('Card of pk_test_public for secret-1')
  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => (window as { stripePart?: boolean }).stripePart)).toBe(true)
  await expect(page.getByLabel('Card number')).toHaveCount(0)

  await card.fill('bad')
  await page.getByRole('button', { name: 'Pay $120' }).click()
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  expect(answers.bodies).toEqual([])
  await card.fill('good')
  await page.getByRole('button', { name: 'Pay $120' }).click()
  await expect(page.getByText('Your card was declined. Please try another card.')).toBeVisible()
  // Each intent takes one card, even when the cards are refused alike.
  for (const attempt of [2, 3]) {
    await page.getByLabel(`Card of pk_test_public for secret-${attempt}`).fill('good')
    await page.getByRole('button', { name: 'Pay $120' }).click()
    await expect.poll(() => answers.bodies.length).toBe(attempt)
  }
  await expect(page.getByLabel('Card of pk_test_public for secret-4')).toBeFocused()
  const tokens = answers.bodies.map((body) => JSON.parse(body).subscription.token)
  expect(tokens).toEqual(['seti_secret-1', 'seti_secret-2', 'seti_secret-3'])
})

test('a script of Stripe that cannot be loaded is said, and can be tried again', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED/)
  const { page } = await newCustomer(openBrowser, server)
  await standInFor(page)
  await page.route(`${standIn}/v3/`, (route) => route.abort())
  await page.goto('/account/upgrade')
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $120' }).click()
  await expect(page).toHaveURL(/upgrade/)
  await page.unroute(`${standIn}/v3/`)
  await standInFor(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel(/^Card of/)).toBeVisible()
  await expect(page.getByText('The card form could not be loaded.')).toBeHidden()
})

test('scripts of other origins are not admitted beside Stripe’s', async ({ openBrowser, complaints }) => {
  complaints.expect(/TrustedScriptURL|trusted-types|not admitted/i)
  const { page } = await newCustomer(openBrowser, server)
  await standInFor(page)
  await page.goto('/account/upgrade')
  await expect(page.getByLabel(/^Card of/)).toBeVisible()
  const refused = await page.evaluate(() => {
    try {
      document.createElement('script').src = 'https://evil.example/x.js'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
})
