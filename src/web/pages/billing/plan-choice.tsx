import { planNames } from '../../../rules/plans.ts'
import { type BillingPeriod, monthlyPrice } from '../../../rules/prices.ts'
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
