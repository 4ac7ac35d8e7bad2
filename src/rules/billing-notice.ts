import { daysUntil } from './billing-texts.ts'
import { counted } from './counted.ts'
import { formatDate } from './dates.ts'

/** What a paying user, or a manager of a paying team, should know about a payment on every page. */
export interface BillingNotice {
  /** confirm: a charge failed that the customer can still confirm with the bank. */
  readonly kind: 'trial' | 'past-due' | 'confirm'
  /** Whether the team pays. */
  readonly ofTeam: boolean
  /** ISO 8601: when the trial ends, or until when the plan stays without a payment. */
  readonly endsAt: string
  readonly hasCard: boolean
  readonly isCanceled: boolean
  /** Absolute URLs of the billing page, of the page for a new card, and of the page that confirms a payment. */
  readonly billingUrl: string
  readonly cardUrl: string
  readonly confirmUrl: string
}

/** The page on which a customer confirms a payment with the bank. */
export const confirmPath = '/account/confirm_payment'

/** A notice as it is shown: its text, and the link to what can be done. */
export interface ShownNotice {
  readonly text: string
  readonly action: string
  readonly url: string
}

/** The text of a notice at `now`, in ms since 1970. */
export function shownNotice(notice: BillingNotice, now: number): ShownNotice {
  const { kind, ofTeam, endsAt, hasCard, billingUrl, cardUrl } = notice
  const whose = ofTeam ? 'the team’s plan' : 'your plan'
  if (kind === 'confirm') {
    const text = `Your bank asks you to confirm the last payment. Without it ${whose} ends on ${formatDate(endsAt)}.`
    return { text, action: 'Confirm your payment', url: notice.confirmUrl }
  }
  if (kind === 'past-due') {
    const text = `The last payment failed. Without another card ${whose} ends on ${formatDate(endsAt)}.`
    return { text, action: 'Use another card', url: cardUrl }
  }
  const days = daysUntil(endsAt, now)
  const left =
    days === 0 ? 'The trial of your team ends now.' : `${counted(days, 'day', 'days')} of the team’s trial left.`
  if (hasCard || notice.isCanceled) return { text: left, action: 'See the billing details', url: billingUrl }
  return { text: `${left} Add a card to keep the team’s plan.`, action: 'Add a card', url: cardUrl }
}

/** Shown on the pages about payment of an instance whose payments are simulated. */
export const sandboxNotice = 'Sandbox: plans can be tried here with test cards, and no money moves.'

/** Whether a page is about payment. */
export function isPaymentPage(path: string): boolean {
  return /^\/(pricing|reactivate|teams\/new|account\/(billing|confirm_payment|upgrade|update_billing|update_billing_period|receipts\/.+))\/?$/.test(
    path,
  )
}
