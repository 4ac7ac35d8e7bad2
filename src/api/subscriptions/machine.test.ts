import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysLater } from '../../rules/subscriptions.ts'
import {
  begin,
  beginTrial,
  cancel,
  change,
  dueAction,
  dueStep,
  end,
  fail,
  owe,
  payDebt,
  renew,
  type UsedCoupon,
  unusedOf,
} from './machine.ts'
import { invoiceOf, periodEnd, periodPrice, shareOf } from './money.ts'

const start = new Date('2026-11-24T14:00:00.000Z')
const pro = { plan: 'pro', billing_period: 'monthly', quantity: 1 } as const
const coupon = (discount: Partial<UsedCoupon>): UsedCoupon => ({
  ...{ id: 7, code: 'FALL', percent: null, amount: null, periods: 1 },
  ...discount,
})
const sum = (lines: readonly { amount: number }[]) => lines.reduce((all, line) => all + line.amount, 0)

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
    [pro, coupon({ percent: 20 }), 1120],
    [pro, coupon({ percent: 33 }), 938],
    [pro, coupon({ percent: 100 }), 0],
    [pro, coupon({ amount: 500 }), 900],
    [pro, coupon({ amount: 5000 }), 0],
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

  test('the lines of an invoice add up to its amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9_999, max: 9_999 })),
        fc.integer({ min: -9_999, max: 9_999 }),
        (amounts, balance) => {
          const lines = amounts.map((amount) => ({ text: 'x', amount }))
          const invoice = invoiceOf(lines, balance)
          expect(sum(invoice.lines)).toBe(invoice.amount)
          expect(invoice.amount - invoice.balance).toBe(sum(lines) - balance)
        },
      ),
    )
  })
})

describe('a subscription', () => {
  const begun = begin(pro, null, 0, start).next

  test('is paid when it begins', () => {
    expect(begin(pro, null, 0, start).invoice).toMatchObject({ amount: 1400, balance: 0 })
    expect(begun).toMatchObject({ status: 'active', period_end: new Date('2026-12-24T14:00:00.000Z') })
  })

  test('upgraded after half its period pays half the difference', () => {
    const lite = begin({ ...pro, plan: 'lite' }, null, 0, start).next
    const { invoice, next } = change(lite, pro, null, daysLater(start, 15))
    expect(invoice.lines.map((line) => line.amount)).toEqual([-350, 700])
    expect(invoice.amount).toBe(350)
    expect(next.period_end).toEqual(lite.period_end)
  })

  test('downgraded keeps the difference as credit for the next period', () => {
    const { invoice, next } = change(begun, { ...pro, plan: 'lite' }, null, daysLater(start, 15))
    expect([invoice.amount, next.balance]).toEqual([0, 350])
    const renewed = renew(next, 1, null, next.period_end)
    expect([renewed.invoice.amount, renewed.next.balance]).toEqual([350, 0])
  })

  test('of another billing period begins it now, less what is unused', () => {
    const now = daysLater(start, 15)
    const { invoice, next } = change(begun, { ...pro, billing_period: 'yearly' }, null, now)
    expect(invoice.amount).toBe(12_000 - 700)
    expect([next.period_start, next.period_end]).toEqual([now, new Date('2027-12-09T14:00:00.000Z')])
  })

  test('uses a coupon for as many periods as it has', () => {
    const half = coupon({ percent: 50, periods: 2 })
    let { next, invoice } = begin(pro, half, 0, start)
    const amounts = [invoice.amount]
    for (let index = 0; index < 3; index += 1) {
      ;({ next, invoice } = renew(next, 1, next.coupon_id === null ? null : half, next.period_end))
      amounts.push(invoice.amount)
    }
    expect(amounts).toEqual([700, 700, 1400, 1400])
    expect(next.coupon_id).toBeNull()
  })

  test('uses a coupon without end in every period', () => {
    const always = coupon({ amount: 400, periods: null })
    let { next, invoice } = begin(pro, always, 0, start)
    for (let index = 0; index < 14; index += 1) ({ next, invoice } = renew(next, 1, always, next.period_end))
    expect([invoice.amount, next.coupon_id]).toEqual([1000, 7])
  })

  test('cancelled stays to the end of its period, and then ends', () => {
    const cancelled = cancel(begun, daysLater(start, 3))
    expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: true, balance: 0 })
    expect(dueAction(cancelled, daysLater(start, 20))).toBe('none')
    expect(dueAction(cancelled, cancelled.period_end)).toBe('end')
    expect(end(cancelled, cancelled.period_end)).toMatchObject({ status: 'ended', balance: 0 })
  })

  test('cancelled in trial ends at once', () => {
    const trial = beginTrial({ plan: 'enterprise', billing_period: 'yearly', quantity: 2 }, start)
    expect(trial.period_end).toEqual(daysLater(start, 14))
    expect(cancel(trial, daysLater(start, 2))).toMatchObject({ status: 'ended', balance: 0 })
    expect(dueStep(trial, 5, null, trial.period_end).invoice.amount).toBe(5 * 19_200)
  })

  test('whose renewal fails is tried again after 1, 3 and 5 days, and ends after 7', () => {
    const due = begun.period_end
    let state = fail(begun, due)
    const attempts: string[] = []
    while (state.next_attempt_at) {
      attempts.push(String((state.next_attempt_at.getTime() - due.getTime()) / 86_400_000))
      expect(dueAction(state, state.next_attempt_at)).toBe('charge')
      state = fail(state, state.next_attempt_at)
    }
    expect(attempts).toEqual(['1', '3', '5'])
    expect(dueAction(state, daysLater(due, 6.9))).toBe('none')
    expect(dueAction(state, daysLater(due, 7))).toBe('end')
  })

  test('a late renewal begins where the last period ended; the past of an outage is not charged', () => {
    const due = begun.period_end
    expect(renew(begun, 1, null, daysLater(due, 4)).next.period_start).toEqual(due)
    const back = daysLater(due, 90)
    expect(renew(begun, 1, null, back).next).toMatchObject({ period_start: back, anchor: back })
  })

  test('more seats that cannot be charged are owed, and what is unused is kept when the grace ends', () => {
    const team = { plan: 'enterprise', billing_period: 'yearly', quantity: 1 } as const
    const paid = begin(team, null, 0, start).next
    const now = daysLater(start, 100)
    const step = change(paid, { ...team, quantity: 2 }, null, now)
    const owed = owe(step, now)
    expect(owed).toMatchObject({ status: 'past_due', quantity: 2, balance: -step.invoice.amount })
    expect(payDebt(owed).invoice.amount).toBe(step.invoice.amount)
    expect(payDebt(owed).next).toMatchObject({ status: 'active', balance: 0, grace_ends_at: null })
    const ended = end(owed, daysLater(now, 7))
    expect(ended.balance).toBe(unusedOf(owed, daysLater(now, 7)) - step.invoice.amount)
  })
})
