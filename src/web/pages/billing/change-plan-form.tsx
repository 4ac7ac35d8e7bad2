import { useState } from 'react'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { periodNames } from '../../../rules/billing-texts.ts'
import { planNames } from '../../../rules/plans.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useApi } from '../../data/session-context.tsx'
import { pay } from '../../features/card-form/pay.ts'
import { PeriodChoice } from '../../features/plans/period-choice.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import type { BillingDetails, PlanChoice as Chosen } from './load-billing.ts'
import { PlanChoice } from './plan-choice.tsx'
import { ProRata, useChangePreview } from './pro-rata.tsx'

/** Props of ChangePlanForm. */
export interface ChangePlanFormProps {
  details: BillingDetails
  chosen: Chosen
}

/** Changes plan and billing period of a running subscription. The stored card pays what is shown before. */
export function ChangePlanForm({ details, chosen }: ChangePlanFormProps) {
  const api = useApi()
  const [plan, setPlan] = useState(chosen.plan)
  const [period, setPeriod] = useState(chosen.period)
  const isSame = plan === details.subscription?.plan && period === details.subscription.billing_period
  const cost = useChangePreview({ plan, period }, isSame)
  const change = async () => {
    const failure = await pay(api, () =>
      api.call(subscriptionsContracts.change, { body: { subscription: { plan, billing_period: period } } }),
    )
    if (failure) return failure
    storeToast(`Your plan is ${planNames[plan]} now`)
    window.location.assign('/account/billing')
    return null
  }
  return (
    <Form onSubmit={change} className={styles.single}>
      {({ busy }) => (
        <>
          <PlanChoice plan={plan} period={period} onChange={setPlan} />
          <PeriodChoice plan={plan} period={period} onChange={setPeriod} />
          {isSame ? (
            <p className={styles.note}>This is your plan.</p>
          ) : (
            <ProRata details={details} cost={cost}>
              <Button type="submit" variant="primary" size="l" busy={busy} disabled={cost.preview === null}>
                {plan === details.subscription?.plan
                  ? `Pay ${periodNames[period].toLowerCase()}`
                  : `Change to ${planNames[plan]}`}
              </Button>
            </ProRata>
          )}
        </>
      )}
    </Form>
  )
}
