import { confirmPath } from '../../rules/billing-notice.ts'
import { formatDate } from '../../rules/dates.ts'
import { originOf } from '../../rules/deck-url.ts'
import type { MoneyLine } from '../../rules/money.ts'
import { dollarColumn, dollars } from '../../rules/prices.ts'
import { forceEndsAt } from '../../rules/subscriptions.ts'
import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { CardFailure } from '../../server/payments/payments.ts'
import type { Mail } from '../../server/services.ts'
import type { Payer } from './customer.ts'
import { type SubscriptionState, soldName } from './machine.ts'

/** Where the instance is, and how it is paid. */
interface Site {
  readonly baseUrl: string
  readonly billing: 'sandbox' | 'stripe' | 'off'
}

/** One mail for each recipient of the payer's mails. */
function mailsTo(
  payer: Payer | null,
  site: Site,
  mail: {
    subject: string
    paragraphs: readonly string[]
    rows?: readonly { name: string; value: string }[]
    label: string
    path: string
  },
): Mail[] {
  const note = site.billing === 'sandbox' ? 'Payments are simulated on this instance: no money moves.' : undefined
  const home = originOf({ teamSlug: payer?.teamSlug ?? null }, site.baseUrl)
  return (payer?.recipients ?? []).map(({ name, email }) =>
    composeMail({
      to: email,
      subject: mail.subject,
      paragraphs: [`Hello ${name},`, ...mail.paragraphs],
      ...(mail.rows && { rows: mail.rows }),
      button: { label: mail.label, url: `${home}${mail.path}` },
      ...(note === undefined ? {} : { note }),
    }),
  )
}

/** The receipt of a payment. */
export function receiptMails(
  payer: Payer | null,
  payment: { id: number; number: string; amount: number; lines: readonly MoneyLine[]; card: string | null },
  site: Site,
): Mail[] {
  const amount = dollarColumn(payment.lines.map((line) => line.amount))
  const card = payment.card ? ` with ${payment.card}` : ''
  return mailsTo(payer, site, {
    subject: `Your ${siteName} receipt ${payment.number}`,
    paragraphs: [
      payment.amount === 0 ? 'Nothing was charged.' : `Thank you: ${dollars(payment.amount)} was paid${card}.`,
    ],
    rows: payment.lines.map((line) => ({ name: line.text, value: amount(line.amount) })),
    label: 'Open the receipt',
    path: `/account/receipts/${payment.id}`,
  })
}

/** The notice of a charge that failed, or that the customer's bank wants to be confirmed. */
export function paymentFailedMails(
  payer: Payer | null,
  payment: { amount: number; card: string | null; failure: CardFailure | null },
  state: SubscriptionState,
  site: Site,
): Mail[] {
  const [amount, card] = [dollars(payment.amount), payment.card ? ` to ${payment.card}` : '']
  const until = state.grace_ends_at ? `Without a payment the plan ends on ${formatDate(forceEndsAt(state))}.` : ''
  if (payment.failure === 'authentication') {
    return mailsTo(payer, site, {
      subject: `Confirm your ${siteName} payment`,
      paragraphs: [
        `Your bank asks you to confirm the charge of ${amount}${card}.`,
        `${until} Your decks are kept in any case.`,
      ],
      label: 'Confirm your payment',
      path: confirmPath,
    })
  }
  const again = state.next_attempt_at ? `We try again on ${formatDate(state.next_attempt_at)}. ` : ''
  return mailsTo(payer, site, {
    subject: `Your ${siteName} payment failed`,
    paragraphs: [`${amount} could not be charged${card}.`, `${again}${until} Your decks are kept in any case.`],
    label: 'Use another card',
    path: '/account/update_billing',
  })
}

/** The notice that a trial ends soon. `amount`: of the first charge; null without a card. */
export function trialEndsMails(
  payer: Payer | null,
  state: SubscriptionState,
  amount: number | null,
  site: Site,
): Mail[] {
  const end = formatDate(state.period_end)
  const then =
    amount === null
      ? 'There is no card yet: without one the team’s plan ends then, and its decks are kept.'
      : `Then ${dollars(amount)} is charged for ${soldName(state)}, unless the trial is canceled before.`
  return mailsTo(payer, site, {
    subject: `The trial of ${payer?.name ?? 'your team'} ends on ${end}`,
    paragraphs: [`The trial of ${payer?.name ?? 'your team'} ends on ${end}.`, then],
    label: amount === null ? 'Add a card' : 'See the billing details',
    path: amount === null ? '/account/update_billing' : '/account/billing',
  })
}

/** The confirmation of a cancellation, or the notice of an end. */
export function canceledMails(payer: Payer | null, state: SubscriptionState, site: Site): Mail[] {
  const ended = state.status === 'ended'
  const when = ended ? 'has ended' : `is canceled and ends on ${formatDate(state.period_end)}`
  return mailsTo(payer, site, {
    subject: ended ? `Your ${siteName} subscription has ended` : `Your ${siteName} subscription is canceled`,
    paragraphs: [
      `Your subscription (${soldName(state)}) ${when}.`,
      'Nothing is deleted: private decks stay private, and their owners can read them. Editing them needs a plan again.',
    ],
    label: ended ? 'Reactivate the plan' : 'Keep the plan',
    path: ended && payer?.teamSlug ? '/reactivate' : '/account/billing',
  })
}
