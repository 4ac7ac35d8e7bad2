import { useState } from 'react'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { planNames } from '../../../rules/plans.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { PeriodChoice, PlanChoice } from './choices.tsx'
import type { BillingDetails, PlanChoice as Chosen } from './load-billing.ts'
import { ProRata } from './pro-rata.tsx'

/** Props of ChangePlanForm. */
export interface ChangePlanFormProps {
  details: BillingDetails
  chosen: Chosen
}

/** Changes plan and billing period of a running subscription; the stored card pays the difference. */
export function ChangePlanForm({ details, chosen }: ChangePlanFormProps) {
  const api = useApi()
  const [plan, setPlan] = useState(chosen.plan)
  const [period, setPeriod] = useState(chosen.period)
  const isSame = plan === details.subscription?.plan && period === details.subscription.billing_period
  const change = async () => {
    try {
      await api.call(subscriptionsContracts.change, { body: { subscription: { plan, billing_period: period } } })
    } catch (error) {
      return formFailure(error)
    }
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
          <ProRata details={details} plan={plan} period={period} />
          <div>
            <Button type="submit" variant="primary" size="l" busy={busy} disabled={isSame}>
              {isSame ? 'This is your plan' : `Change to ${planNames[plan]}`}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
