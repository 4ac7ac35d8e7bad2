import { expect, test } from 'vitest'
import { readChoice } from './load-billing.ts'

test('the upgrade page takes plan and period from its URL, and ignores what is no choice', () => {
  const read = (query: string, billing_period: 'monthly' | 'yearly' | null = null) =>
    readChoice(new URLSearchParams(query), { billing_period })
  expect(read('plan=lite&period=monthly')).toEqual({ plan: 'lite', period: 'monthly' })
  expect(read('')).toEqual({ plan: 'pro', period: 'yearly' })
  expect(read('plan=enterprise&period=weekly')).toEqual({ plan: 'pro', period: 'yearly' })
  expect(read('plan=lite', 'monthly')).toEqual({ plan: 'lite', period: 'monthly' })
})
