import { expect, test } from 'vitest'
import { type BillingNotice, confirmPath, isPaymentPage, shownNotice } from './billing-notice.ts'
import { cancelTexts, chargeText, daysUntil } from './billing-texts.ts'

const now = Date.UTC(2026, 10, 24, 12)
const notice: BillingNotice = {
  kind: 'trial',
  ofTeam: true,
  endsAt: '2026-12-03T11:00:00.000Z',
  hasCard: false,
  isCanceled: false,
  billingUrl: 'http://acme.localhost/account/billing',
  cardUrl: 'http://acme.localhost/account/update_billing',
  confirmUrl: 'http://acme.localhost/account/confirm_payment',
}

test('a trial shows its days left, and asks for a card while there is none', () => {
  expect(shownNotice(notice, now)).toEqual({
    text: '9 days of the team’s trial left. Add a card to keep the team’s plan.',
    action: 'Add a card',
    url: notice.cardUrl,
  })
  const withCard = shownNotice({ ...notice, hasCard: true, endsAt: '2026-11-24T13:00:00.000Z' }, now)
  expect(withCard).toMatchObject({ text: '1 day of the team’s trial left.', url: notice.billingUrl })
  expect(shownNotice({ ...notice, endsAt: '2026-11-24T11:00:00.000Z' }, now).text).toContain('ends now')
})

test('a failed payment says until when the plan stays, and leads to another card', () => {
  const failed = { ...notice, kind: 'past-due', ofTeam: false } as const
  expect(shownNotice(failed, now)).toEqual({
    text: 'The last payment failed. Without another card your plan ends on Dec 3rd, 2026.',
    action: 'Use another card',
    url: notice.cardUrl,
  })
  expect(shownNotice({ ...failed, ofTeam: true }, now).text).toContain('the team’s plan ends')
})

test('a payment that the bank wants to be confirmed leads to its confirmation', () => {
  expect(shownNotice({ ...notice, kind: 'confirm', ofTeam: false }, now)).toEqual({
    text: 'Your bank asks you to confirm the last payment. Without it your plan ends on Dec 3rd, 2026.',
    action: 'Confirm your payment',
    url: notice.confirmUrl,
  })
})

test('the pages about payment are known', () => {
  const pages = [
    '/pricing',
    '/account/billing',
    '/account/upgrade',
    '/account/update_billing',
    '/teams/new',
    '/reactivate',
  ]
  expect(
    [...pages, '/account/update_billing_period', confirmPath, '/account/receipts/7'].filter(
      (path) => !isPaymentPage(path),
    ),
  ).toEqual([])
  expect(['/', '/explore', '/users/edit', '/account', '/ada/pricing', '/pricing/x'].filter(isPaymentPage)).toEqual([])
})

test('days are counted up, and those that have passed are none', () => {
  const hours = (count: number) => new Date(now + count * 3_600_000)
  expect([-1, 0, 1, 24, 25, 48].map((count) => daysUntil(hours(count), now))).toEqual([0, 0, 1, 1, 2, 2])
})

test('amounts are shown with their date', () => {
  const text = (price: number, fromCredit: number, amount: number) =>
    chargeText({ price, fromCredit, amount }, '2026-12-24T10:00:00.000Z')
  const day = 'on Dec 24th, 2026'
  expect(text(1400, 0, 1400)).toBe(`$14 ${day}`)
  expect(text(1450, 0, 1450)).toBe(`$14.50 ${day}`)
  expect(text(1400, 1400, 0)).toBe(`$14 ${day}, paid from credit`)
  expect(text(1400, 501, 899)).toBe(`$14 ${day}: $5.01 from credit, $8.99 from the card`)
  expect(text(1400, 1370, 0)).toBe(`$14 ${day}: $13.70 from credit, $0.30 with the charge after it`)
  expect(text(1400, 0, 1625)).toBe(`$16.25 ${day}: $2.25 of it due from before`)
  expect(text(0, 0, 1625)).toBe(`$16.25 ${day}`)
  expect(text(0, 0, 0)).toBe(`$0 ${day}`)
})

test('canceling says that the plan becomes Free at the end of the period, and a team’s trial that it ends at once', () => {
  const term = { plan: 'pro', status: 'active', period_end: '2026-12-24T10:00:00.000Z' } as const
  const own = cancelTexts(term, null)
  expect(own.text).toBe(
    'Your plan becomes Free at the end of the period, on Dec 24th, 2026. Until then nothing changes, and nothing is charged any more.',
  )
  expect(own.decks).toContain('private decks stay private')
  expect(cancelTexts({ ...term, status: 'past_due' }, null).text).toContain('your plan becomes Free at once')
  const team = { ...term, plan: 'enterprise' } as const
  expect(cancelTexts(team, 'Acme').text).toContain('The plan of Acme becomes Free at the end of the period')
  expect(cancelTexts({ ...team, status: 'trialing' }, 'Acme').text).toBe(
    'The trial ends at once, and Acme becomes Free. Nothing is charged.',
  )
})
