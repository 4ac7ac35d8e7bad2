import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { periodNames } from '../../../rules/billing-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useApi } from '../../data/session-context.tsx'
import { pay } from '../../features/card-form/pay.ts'
import { PeriodChoice } from '../../features/plans/period-choice.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { BillingLayout } from './billing-layout.tsx'
import type { ChangeData } from './load-billing.ts'
import { ProRata, useChangePreview } from './pro-rata.tsx'

/** Changes the billing period. */
export function PeriodPage() {
  const api = useApi()
  const { details, team } = useLoaderData<ChangeData>()
  const { subscription } = details
  const [period, setPeriod] = useState(subscription?.billing_period ?? 'yearly')
  const plan = subscription && subscription.plan !== 'free' ? subscription.plan : 'enterprise'
  const isSame = period === subscription?.billing_period
  const cost = useChangePreview({ period }, isSame)
  const change = async () => {
    const failure = await pay(api, () =>
      api.call(subscriptionsContracts.change, { body: { subscription: { billing_period: period } } }),
    )
    if (failure) return failure
    storeToast(`Paid ${periodNames[period].toLowerCase()} from now on`)
    window.location.assign('/account/billing')
    return null
  }
  return (
    <BillingLayout title="Billing period" team={team} isBelow>
      <Form onSubmit={change} className={styles.single}>
        {({ busy }) => (
          <>
            <PeriodChoice plan={plan} period={period} onChange={setPeriod} />
            {isSame ? (
              <p className={styles.note}>This is your billing period.</p>
            ) : (
              <ProRata details={details} cost={cost}>
                <Button type="submit" variant="primary" size="l" busy={busy} disabled={cost.preview === null}>
                  Pay {periodNames[period].toLowerCase()}
                </Button>
              </ProRata>
            )}
          </>
        )}
      </Form>
    </BillingLayout>
  )
}
