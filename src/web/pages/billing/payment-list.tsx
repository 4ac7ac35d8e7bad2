import { accountMessages } from '../../../rules/account-messages.ts'
import { dollarColumn, dollars } from '../../../rules/prices.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import styles from './billing.module.css'
import type { Payment } from './load-billing.ts'

const statusNames: Readonly<Record<Payment['status'], string>> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
}

/** What became of a payment. One that charged nothing says what it did to the credit. */
function statusText({ status, amount, refunded, credit }: Payment): string {
  if (status !== 'paid') return statusNames[status]
  if (refunded > 0) return `${dollars(refunded)} refunded`
  if (amount > 0) return statusNames.paid
  if (credit > 0) return `${dollars(credit)} kept as credit`
  return credit < 0 ? `${dollars(-credit)} from credit` : 'Free'
}

function PaymentRow({ payment, shown }: { payment: Payment; shown: (cents: number) => string }) {
  const { id, number, date, description, amount, status } = payment
  return (
    <tr>
      <td className={styles.date}>
        <Moment time={date} form="absolute" />
      </td>
      <td className={styles.what}>{description}</td>
      <td>
        <span className={classNames(styles.status, status === 'failed' && styles.failed)}>{statusText(payment)}</span>
      </td>
      <td className={styles.amount}>{shown(amount)}</td>
      <td className={styles.receipt}>
        {number !== null && (
          <PageLink to={`/account/receipts/${id}`} aria-label={`Receipt ${number}`}>
            Receipt
          </PageLink>
        )}
      </td>
    </tr>
  )
}

/** The customer's payments, newest first, with links to their receipts. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className={styles.quiet}>{accountMessages.billing.noPayments}</p>
  const shown = dollarColumn(payments.map(({ amount }) => amount))
  return (
    <table className={styles.payments}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">For</th>
          <th scope="col">Status</th>
          <th scope="col" className={styles.amount}>
            Amount
          </th>
          <th scope="col">
            <span className="spoken-only">Receipt</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} shown={shown} />
        ))}
      </tbody>
    </table>
  )
}
