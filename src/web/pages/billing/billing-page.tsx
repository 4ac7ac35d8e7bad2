import { useLoaderData, useRevalidator } from 'react-router'
import { accountMessages } from '../../../rules/account-messages.ts'
import { FailedNotice } from '../../../ui/notice.tsx'
import styles from './billing.module.css'
import { BillingLayout } from './billing-layout.tsx'
import { CardSection } from './card-section.tsx'
import type { BillingData } from './load-billing.ts'
import { PaymentList } from './payment-list.tsx'
import { PlanSection } from './plan-section.tsx'

/** The billing details: plan, next charge, card and payments. On a team's host those of the team. */
export function BillingPage() {
  const { details, team } = useLoaderData<BillingData>()
  const { revalidate } = useRevalidator()
  return (
    <BillingLayout title="Billing" team={team}>
      {details ? (
        <div className={styles.sections}>
          <PlanSection details={details} team={team} />
          <CardSection details={details} />
          <section aria-labelledby="payments" className={styles.section}>
            <h2 id="payments">Payments</h2>
            <PaymentList payments={details.payments} />
          </section>
        </div>
      ) : (
        <FailedNotice text={accountMessages.billing.detailsFailed} onRetry={() => void revalidate()} />
      )}
    </BillingLayout>
  )
}
