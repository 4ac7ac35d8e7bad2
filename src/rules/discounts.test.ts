import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountDue, discountedPrice } from './discounts.ts'

test.each([
  [1400, { percent: 20, amount: null }, 1120],
  [700, { percent: 33, amount: null }, 469],
  [700, { percent: 100, amount: null }, 0],
  [1400, { percent: null, amount: 500 }, 900],
  [700, { percent: null, amount: 1000 }, 0],
])('%i cents with %o cost %i', (cents, discount, price) => expect(discountedPrice(cents, discount)).toBe(price))

test('a discount never makes a price negative or higher', () => {
  const discount = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(fc.nat(50_000), discount, (cents, given) => {
      const price = discountedPrice(cents, given)
      return Number.isInteger(price) && price >= 0 && price <= cents
    }),
  )
})

test('a credit pays first, a debt is added, and less than half a dollar waits for the next payment', () => {
  expect([amountDue(1400, 0), amountDue(1400, 500), amountDue(1400, -200)]).toEqual([1400, 900, 1600])
  expect([amountDue(1400, 2000), amountDue(1400, 1400), amountDue(1400, 1351), amountDue(1400, 1350)]).toEqual([
    0, 0, 0, 50,
  ])
})
