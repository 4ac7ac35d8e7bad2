import { describe, expect, test } from 'vitest'
import { creditOf } from '../../rules/money.ts'
import { daysLater, forceEndsAt, inForce } from '../../rules/subscriptions.ts'
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

const start = new Date('2026-11-24T14:00:00.000Z')
const pro = { plan: 'pro', billing_period: 'monthly', quantity: 1 } as const
const coupon = (discount: Partial<UsedCoupon>): UsedCoupon => ({
  ...{ id: 7, code: 'FALL', percent: null, amount: null, periods: 1 },
  ...discount,
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
    expect(invoice.lines.map((line) => [line.text, line.amount])).toEqual([
      ['Paid for Lite, monthly, Nov 24th, 2026 to Dec 24th, 2026', -700],
      ['Used until Dec 9th, 2026', 350],
      ['Pro, monthly, Dec 9th, 2026 to Dec 24th, 2026', 700],
    ])
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

  test('changed from yearly to monthly keeps the rest as credit, which pays the next periods, all on receipts', () => {
    const yearly = begin({ ...pro, billing_period: 'yearly' }, null, 0, start).next
    const now = daysLater(start, 73)
    const changed = change(yearly, pro, null, now)
    expect(changed.invoice.amount).toBe(0)
    expect(changed.invoice.lines.map((line) => [line.text, line.amount])).toEqual([
      ['Paid for Pro, yearly, Nov 24th, 2026 to Nov 24th, 2027', -12_000],
      ['Used until Feb 5th, 2027', 2400],
      ['Pro, monthly, Feb 5th, 2027 to Mar 5th, 2027', 1400],
      ['Kept as credit', 8200],
    ])
    const renewed = renew(changed.next, 1, null, changed.next.period_end)
    expect(renewed.invoice.lines.at(-1)).toEqual({ text: 'Paid from credit', amount: -1400, credit: true })
    expect(renewed.next.balance).toBe(6800)
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

  test('canceled stays to the end of its period, and then ends', () => {
    const canceled = cancel(begun, daysLater(start, 3)).next
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, balance: 0 })
    expect(dueAction(canceled, daysLater(start, 20))).toBe('none')
    expect(dueAction(canceled, canceled.period_end)).toBe('end')
    expect(end(canceled, canceled.period_end).next).toMatchObject({ status: 'ended', balance: 0 })
  })

  test('canceled in trial ends at once', () => {
    const trial = beginTrial({ plan: 'enterprise', billing_period: 'yearly', quantity: 2 }, start)
    expect(trial.period_end).toEqual(daysLater(start, 14))
    expect(cancel(trial, daysLater(start, 2)).next).toMatchObject({ status: 'ended', balance: 0 })
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
    const { next: owed, invoice } = owe(step, now)
    expect(owed).toMatchObject({ status: 'past_due', quantity: 2, balance: -step.invoice.amount })
    expect([invoice.amount, creditOf(invoice.lines)]).toEqual([0, -step.invoice.amount])
    expect(payDebt(owed).invoice.amount).toBe(step.invoice.amount)
    expect(payDebt(owed).next).toMatchObject({ status: 'active', balance: 0, grace_ends_at: null })
    const { next: ended, invoice: kept } = end(owed, daysLater(now, 7))
    expect(creditOf(kept.lines)).toBe(unusedOf(owed, daysLater(now, 7)))
    expect(ended.balance).toBe(unusedOf(owed, daysLater(now, 7)) - step.invoice.amount)
  })

  test('seats added after canceling are charged again like others, and end the plan with the grace if unpaid', () => {
    const team = { plan: 'enterprise', billing_period: 'yearly', quantity: 1 } as const
    const canceled = cancel(begin(team, null, 0, start).next, daysLater(start, 10)).next
    const now = daysLater(start, 20)
    const owed = owe(change(canceled, { ...team, quantity: 21 }, null, now), now).next
    expect(owed).toMatchObject({ status: 'past_due', cancel_at_period_end: true })
    expect(dueAction(owed, daysLater(now, 1))).toBe('charge')
    expect(payDebt(owed).next).toMatchObject({ status: 'active', cancel_at_period_end: true, balance: 0 })
    expect(dueAction(owed, daysLater(now, 7))).toBe('end')
    expect(forceEndsAt(owed)).toEqual(daysLater(now, 7))
    expect(inForce(owed, daysLater(now, 7))).toBe(false)
  })

  test('the plan of a canceled subscription ends with its period, also during the grace', () => {
    const team = { plan: 'enterprise', billing_period: 'yearly', quantity: 1 } as const
    const canceled = cancel(begin(team, null, 0, start).next, daysLater(start, 10)).next
    const now = daysLater(canceled.period_end, -2)
    const owed = owe(change(canceled, { ...team, quantity: 21 }, null, now), now).next
    expect(forceEndsAt(owed)).toEqual(canceled.period_end)
    expect(dueAction(owed, canceled.period_end)).toBe('end')
  })
})
