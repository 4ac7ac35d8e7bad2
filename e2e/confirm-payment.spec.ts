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

test('a renewal that the bank wants to be confirmed is confirmed from the message above every page', async ({
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of (401|422)/)
  const { context, page } = await newCustomer(openBrowser, server)
  await serveStripeScript(page, apiUrl)
  let refusal: string | null = 'Your bank did not answer.'
  const confirmed: string[][] = []
  await page.exposeFunction('confirmAtBank', (secret: string, card: string) => {
    confirmed.push([secret, card])
    if (refusal === null) stripe.confirmCharge(secret.replace('_secret', ''))
    return refusal
  })
  const card = stripe.card()
  const subscription = { plan: 'pro', billing_period: 'monthly', token: card }
  const bought = await callAs(context.request, 'POST', '/subscriptions', { subscription }, server.baseUrl)
  expect(bought.status()).toBe(201)
  stripe.setFailure(card, 'authentication_required')
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
  refusal = null
  await confirm.click()
  await expect(page).toHaveURL('/account/billing')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('The payment is confirmed, thank you')).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByRole('link', { name: /^Receipt / })).toHaveCount(2)
  const intent = stripe.intents().at(-1)
  expect(confirmed.at(-1)).toEqual([intent?.client_secret, card])
  // Nothing waits any more: the page leads back.
  await page.goto('/account/confirm_payment')
  await expect(page).toHaveURL('/account/billing')
})
