import { Download, Printer } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { pathOf } from '../../../api/client.ts'
import { receiptsContracts } from '../../../api/receipts/contract.ts'
import { formatDate } from '../../../rules/dates.ts'
import { dollarColumn } from '../../../rules/prices.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { BillingLayout } from './billing-layout.tsx'
import type { Receipt } from './load-billing.ts'
import styles from './receipt-page.module.css'

function Lines({ receipt }: { receipt: Receipt }) {
  const { lines, amount: paid, refunded } = receipt
  const shown = dollarColumn([...lines.map(({ amount }) => amount), paid, refunded])
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ text, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes, and its lines may be equal
          <tr key={index}>
            <td>{text}</td>
            <td>{shown(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Paid</th>
          <td>{shown(paid)}</td>
        </tr>
        {refunded > 0 && (
          <tr>
            <th scope="row">Refunded</th>
            <td>{shown(-refunded)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

/** A receipt, made for the printer too. */
export function ReceiptPage() {
  const receipt = useLoaderData<Receipt>()
  const { id, number, date, card, seller, customer, sandbox } = receipt
  return (
    <BillingLayout title={`Receipt ${number}`} isBelow>
      <div className={styles.tools}>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink to={pathOf(receiptsContracts.pdf, { params: { id } })} reloadDocument download icon={<Download />}>
          PDF
        </ButtonLink>
      </div>
      <article className={styles.sheet} aria-label={`Receipt ${number}`}>
        <header className={styles.head}>
          <p className={styles.product}>{seller.name}</p>
          <dl className={styles.facts}>
            <div>
              <dt>Receipt</dt>
              <dd>{number}</dd>
            </div>
            <div>
              <dt>Date</dt>
              <dd>{formatDate(date)}</dd>
            </div>
            {card && (
              <div>
                <dt>Paid with</dt>
                <dd>{card}</dd>
              </div>
            )}
          </dl>
        </header>
        <address className={styles.customer}>
          <span>{customer.name}</span>
          {customer.email && <span>{customer.email}</span>}
          {customer.address && <span>{customer.address}</span>}
        </address>
        <Lines receipt={receipt} />
        <p className={styles.foot}>
          All amounts in US dollars.{sandbox && ' Made in the sandbox: no money has moved.'}
        </p>
      </article>
    </BillingLayout>
  )
}
