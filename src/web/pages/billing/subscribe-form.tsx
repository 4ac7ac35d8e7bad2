import { useState } from 'react'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { planNames } from '../../../rules/plans.ts'
import { dollars } from '../../../rules/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useApi } from '../../data/session-context.tsx'
import { CardForm } from '../../features/card-form/card-form.tsx'
import { pay } from '../../features/card-form/pay.ts'
import { useCard } from '../../features/card-form/use-card.ts'
import { PeriodChoice } from '../../features/plans/period-choice.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { ChargeSummary, chargedNow } from './charge-summary.tsx'
import { type Coupon, CouponField } from './coupon-field.tsx'
import type { PlanChoice as Chosen } from './load-billing.ts'
import { PlanChoice } from './plan-choice.tsx'

/** Subscribes: plan, billing period, coupon and card, with what is charged now and later. */
export function SubscribeForm({ chosen, balance }: { chosen: Chosen; balance: number }) {
  const api = useApi()
  const card = useCard()
  const [plan, setPlan] = useState(chosen.plan)
  const [period, setPeriod] = useState(chosen.period)
  const [coupon, setCoupon] = useState<Coupon | null>(null)
  const purchase = { plan, period, coupon, balance }
  const subscribe = async ({ coupon_code = '' }: Record<string, string>) => {
    const token = await card.token()
    if (token === null) return null
    const code = coupon_code.trim()
    const subscription = { plan, billing_period: period, token, ...(code === '' ? {} : { coupon_code: code }) }
    const failure = await pay(api, () => api.call(subscriptionsContracts.create, { body: { subscription } }))
    if (failure) return failure
    storeToast(`${planNames[plan]} is yours, thank you`)
    // The plan changes the whole page: menus, banners, what the editor offers.
    window.location.assign('/account/billing')
    return null
  }
  return (
    <Form onSubmit={subscribe} className={styles.purchase}>
      {({ busy }) => (
        <>
          <div className={styles.fields}>
            <PlanChoice plan={plan} period={period} onChange={setPlan} />
            <PeriodChoice plan={plan} period={period} onChange={setPeriod} />
            <section aria-labelledby="card" className={styles.group}>
              <h2 id="card">Card</h2>
              <CardForm card={card} />
            </section>
            <CouponField coupon={coupon} onChange={setCoupon} />
          </div>
          <ChargeSummary purchase={purchase}>
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Pay {dollars(chargedNow(purchase))}
            </Button>
          </ChargeSummary>
        </>
      )}
    </Form>
  )
}
