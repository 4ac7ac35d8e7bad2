import { expect, test } from 'vitest'
import { readChoice } from './load-billing.ts'
import { periodAfter } from './period-after.ts'

test('the upgrade page takes plan and period from its URL, and ignores what is no choice', () => {
  const read = (query: string, billing_period: 'monthly' | 'yearly' | null = null) =>
    readChoice(new URLSearchParams(query), { billing_period })
  expect(read('plan=lite&period=monthly')).toEqual({ plan: 'lite', period: 'monthly' })
  expect(read('')).toEqual({ plan: 'pro', period: 'yearly' })
  expect(read('plan=enterprise&period=weekly')).toEqual({ plan: 'pro', period: 'yearly' })
  expect(read('plan=lite', 'monthly')).toEqual({ plan: 'lite', period: 'monthly' })
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
