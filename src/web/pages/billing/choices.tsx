import { periodNames } from '../../../rules/billing-texts.ts'
import { planNames } from '../../../rules/plans.ts'
import { type BillingPeriod, dollars, monthlyPrice, prices, yearlySaving } from '../../../rules/prices.ts'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { planGains } from '../../features/plans/plan-gains.ts'

/** The plans that a user can buy. */
const bought = ['lite', 'pro'] as const

/** Props of PlanChoice. */
export interface PlanChoiceProps {
  plan: 'lite' | 'pro'
  period: BillingPeriod
  onChange: (plan: 'lite' | 'pro') => void
}

/** A choice between the plans for one person. */
export function PlanChoice({ plan, period, onChange }: PlanChoiceProps) {
  const cards = bought.map((value) => ({
    value,
    title: planNames[value],
    aside: `${monthlyPrice(value, period)} a month`,
    text: `${value === 'pro' ? `All of ${planNames.lite}, and: ` : ''}${planGains(value).join(' · ')}`,
  }))
  return (
    <ChoiceCards
      name="plan"
      legend="Plan"
      cards={cards}
      value={plan}
      onChange={(value) => onChange(value === 'lite' ? 'lite' : 'pro')}
    />
  )
}

/** Props of PeriodChoice. */
export interface PeriodChoiceProps {
  plan: 'lite' | 'pro' | 'enterprise'
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

/** A choice of the billing period, with what each costs. */
export function PeriodChoice({ plan, period, onChange }: PeriodChoiceProps) {
  const unit = plan === 'enterprise' ? 'per user per ' : 'per '
  const cards = [
    {
      value: 'yearly',
      title: periodNames.yearly,
      aside: `${dollars(prices[plan].yearly)} ${unit}year`,
      text: `${monthlyPrice(plan, 'yearly')} a month, ${yearlySaving(plan)}`,
    },
    { value: 'monthly', title: periodNames.monthly, aside: `${dollars(prices[plan].monthly)} ${unit}month` },
  ]
  return (
    <ChoiceCards
      name="billing_period"
      legend="Paid"
      cards={cards}
      value={period}
      onChange={(value) => onChange(value === 'monthly' ? 'monthly' : 'yearly')}
    />
  )
}
