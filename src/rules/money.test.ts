import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountDue,
  creditOf,
  discountedPrice,
  invoiceOf,
  type MoneyLine,
  periodAfter,
  periodEnd,
  periodPrice,
  shareOf,
} from './money.ts'

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

const pro = { plan: 'pro', billing_period: 'monthly', quantity: 1 } as const
const sum = (lines: readonly MoneyLine[]) => lines.reduce((all, line) => all + line.amount, 0)

describe('billing periods', () => {
  test.each([
    ['2026-01-31T10:00:00.000Z', 'monthly', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-02-29T10:00:00.000Z', 'yearly', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-11-24T23:59:59.999Z', 'monthly', ['2026-12-24', '2027-01-24', '2027-02-24', '2027-03-24']],
  ] as const)('that begin at %s, %s, end on the same day of the month', (anchor, period, ends) => {
    let from = new Date(anchor)
    const got = ends.map(() => {
      from = periodEnd(new Date(anchor), from, period)
      return from.toISOString().slice(0, 10)
    })
    expect(got).toEqual(ends)
    expect(from.toISOString().slice(10)).toBe(anchor.slice(10))
  })
})

describe('prices', () => {
  test.each([
    [pro, null, 1400],
    [pro, { percent: 20, amount: null }, 1120],
    [pro, { percent: 33, amount: null }, 938],
    [pro, { percent: 100, amount: null }, 0],
    [pro, { percent: null, amount: 500 }, 900],
    [pro, { percent: null, amount: 5000 }, 0],
    [{ plan: 'enterprise', billing_period: 'yearly', quantity: 3 }, null, 57_600],
  ] as const)('of %j with %j are %i cents', (sold, discount, net) => {
    expect(periodPrice(sold, discount).net).toBe(net)
  })

  test('shares are whole cents, and the two parts of a period add up to the whole', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(40_000_000_000), fc.nat(40_000_000_000), (cents, a, b) => {
        const parts = shareOf(cents, a, a + b) + shareOf(cents, b, a + b)
        expect(Math.abs(parts - (a + b === 0 ? 0 : cents))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a credit pays first, a negative total is kept, and cents below the smallest charge wait', () => {
    expect(invoiceOf([{ text: 'x', amount: 1000 }], 300)).toMatchObject({ amount: 700, balance: 0 })
    expect(invoiceOf([{ text: 'x', amount: 1000 }], 1300)).toMatchObject({ amount: 0, balance: 300 })
    expect(invoiceOf([{ text: 'x', amount: -200 }], 0)).toMatchObject({ amount: 0, balance: 200 })
    expect(invoiceOf([{ text: 'x', amount: 49 }], 0)).toMatchObject({ amount: 0, balance: -49 })
    expect(invoiceOf([{ text: 'x', amount: 1000 }], -49)).toMatchObject({ amount: 1049, balance: 0 })
  })

  test('the lines of an invoice add up to its amount, and those about the credit to its change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9_999, max: 9_999 })),
        fc.integer({ min: -9_999, max: 9_999 }),
        (amounts, balance) => {
          const lines = amounts.map((amount) => ({ text: 'x', amount }))
          const invoice = invoiceOf(lines, balance)
          expect(sum(invoice.lines)).toBe(invoice.amount)
          expect(invoice.amount - invoice.balance).toBe(sum(lines) - balance)
          expect(creditOf(invoice.lines)).toBe(invoice.balance - balance)
        },
      ),
    )
  })
})

test.each([
  [[1000], 300, 700, ['Paid from credit', -300]],
  [[1000], 1300, 0, ['Paid from credit', -1000]],
  [[-200], 1300, 0, ['Kept as credit', 200]],
  [[-200], -50, 0, ['Due from before', 50, 'Kept as credit', 150]],
  [[1000], -49, 1049, ['Due from before', 49]],
  [[49], 0, 0, ['Charged with the next payment', -49]],
  [[], -49, 0, []],
] as const)('lines of %j with a balance of %i charge %i and show %j', (amounts, balance, charged, shown) => {
  const { lines, amount } = invoiceOf(
    amounts.map((one) => ({ text: 'x', amount: one })),
    balance,
  )
  expect(amount).toBe(charged)
  expect(lines.flatMap((line) => (line.credit ? [line.text, line.amount] : []))).toEqual(shown)
})

test.each([
  ['2026-11-24', 'monthly', '2026-12-24'],
  ['2026-12-31', 'monthly', '2027-01-31'],
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2027-10-31', 'monthly', '2027-11-30'],
  ['2026-11-24', 'yearly', '2027-11-24'],
  ['2028-02-29', 'yearly', '2029-02-28'],
] as const)('a period from %s, %s, ends on %s', (start, period, end) => {
  const time = 'T23:59:59.000Z'
  expect(periodAfter(new Date(start + time), period).toISOString()).toBe(`${end}T23:59:59.000Z`)
})
