import { Check } from 'lucide-react'
import { useState } from 'react'
import { offersSignUp } from '../../../api/pages/site.ts'
import { type Plan, planNames } from '../../../rules/plans.ts'
import { type BillingPeriod, dollars, monthlyPrice, prices } from '../../../rules/prices.ts'
import { subscriptionTerms } from '../../../rules/subscriptions.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useSite, useViewer } from '../../data/session-context.tsx'
import { PeriodSwitch } from '../../features/plans/period-switch.tsx'
import { audiences, includedPlan, planGains, shownPlans } from '../../features/plans/plan-gains.ts'
import { planLink } from './plan-link.ts'
import styles from './pricing-page.module.css'

/** The unit of a price. */
function note(plan: Plan, period: BillingPeriod): string {
  if (plan === 'free') return 'forever'
  const unit = plan === 'enterprise' ? 'per user per month' : 'per month'
  return period === 'yearly' ? `${unit}, ${dollars(prices[plan].yearly)} paid by the year` : unit
}

function PlanCard({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const viewer = useViewer()
  const own = viewer?.plan === plan
  const link = planLink(plan, period, viewer, offersSignUp(useSite()))
  const included = includedPlan(plan)
  return (
    <li className={classNames(styles.plan, own && styles.own)}>
      <h2>
        {planNames[plan]}
        {own && <span className={styles.yours}>Your plan</span>}
      </h2>
      <p className={styles.for}>{audiences[plan]}</p>
      <p className={styles.price}>
        <strong>{monthlyPrice(plan, period)}</strong> <span>{note(plan, period)}</span>
      </p>
      <div>
        {link && (
          <ButtonLink to={link.to} variant={plan === 'pro' && !own ? 'primary' : 'plain'} wide>
            {link.label}
          </ButtonLink>
        )}
      </div>
      <ul className={styles.gains}>
        {[...(included ? [included] : []), ...planGains(plan)].map((gain) => (
          <li key={gain}>
            <Check aria-hidden="true" /> {gain}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The plans with features, prices and a button for each. */
export function PricingPage() {
  const [period, setPeriod] = useState<BillingPeriod>('yearly')
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Pricing</h1>
        <p>Everything that makes a good deck is free. Paid plans keep it to yourself.</p>
        <PeriodSwitch period={period} onChange={setPeriod} />
      </header>
      <ul className={styles.plans}>
        {shownPlans.map((plan) => (
          <PlanCard key={plan} plan={plan} period={period} />
        ))}
      </ul>
      <p className={styles.foot}>
        Teams try everything for {subscriptionTerms.trial} days. A plan can be canceled at any time and stays until the
        end of what is paid; nothing is deleted then.
      </p>
    </div>
  )
}
