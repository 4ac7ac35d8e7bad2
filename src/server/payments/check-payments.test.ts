import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FakeStripe } from '../../testing/fake-stripe.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'
import { logPaymentProblems, paymentProblems } from './check-payments.ts'
import { paymentsOff } from './off.ts'
import type { Payments } from './payments.ts'
import { priceKeys } from './price-keys.ts'
import { sandboxPayments } from './sandbox.ts'
import { stripePayments } from './stripe.ts'

const fake = new FakeStripe()
let apiUrl: string
let payments: Payments
let app: TestApp

const allPrices = priceKeys.map(({ key, amount }) => ({ lookup_key: key, unit_amount: amount, currency: 'usd' }))

function paymentsAt(address: string): Payments {
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: ['whsec_1'] }
  return stripePayments({ ...keys, apiUrl: address }, async () => 'installation-1')
}

beforeAll(async () => {
  apiUrl = await fake.listen()
  payments = paymentsAt(apiUrl)
  app = await makeTestApp('sqlite')
})
beforeEach(() => {
  Object.assign(fake, { prices: allPrices, refusesKey: false })
})
afterAll(async () => {
  await fake.close()
  await app.close()
})

test('an account with all prices has no problem', async () => {
  expect(await paymentProblems({ ...app.services, payments })).toEqual([])
})

test('each missing or different price is named, with the amount to set', async () => {
  const [first, second, ...others] = allPrices
  fake.prices = [{ ...first, unit_amount: 1 }, { ...second, currency: 'eur' }, ...others.slice(1)]
  const [key, amount] = [first?.lookup_key, first?.unit_amount]
  const problems = await paymentProblems({ ...app.services, payments })
  expect(problems).toHaveLength(3)
  expect(problems[0]).toBe(`Stripe’s price ${key} is 1 usd, and Lectern charges ${amount} cents (USD).`)
  expect(problems[1]).toContain('eur')
  expect(problems[2]).toContain(`no price with the lookup key ${others[0]?.lookup_key}: create one of`)
})

test('a refused key and an account that cannot be reached are problems, not failures', async () => {
  fake.refusesKey = true
  expect(await paymentProblems({ ...app.services, payments })).toEqual([
    expect.stringContaining('Stripe refuses STRIPE_SECRET_KEY'),
  ])
  const closed = new FakeStripe()
  const gone = await closed.listen()
  await closed.close()
  expect(await paymentProblems({ ...app.services, payments: paymentsAt(gone) })).toEqual([
    expect.stringContaining('could not be asked'),
  ])
})

test('at the start each problem is logged as an error with its remedy', async () => {
  fake.prices = allPrices.slice(1)
  const logged: string[] = []
  const log = { error: (_: object, text: string) => logged.push(text) }
  await logPaymentProblems({ ...app.services, payments, log: log as never })
  expect(logged).toEqual([expect.stringContaining(`lookup key ${allPrices[0]?.lookup_key}: create one of`)])
})

test('the sandbox, and an instance without billing, have nothing to check', async () => {
  for (const one of [sandboxPayments(() => new Date()), paymentsOff()]) {
    expect(await paymentProblems({ ...app.services, payments: one })).toEqual([])
  }
})
