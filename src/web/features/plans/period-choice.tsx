import { periodLegend, periodNames, periodUnits } from '../../../rules/billing-texts.ts'
import {
  type BillingPeriod,
  billingPeriods,
  dollars,
  monthlyPrice,
  prices,
  readPeriod,
  yearlySaving,
} from '../../../rules/prices.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'

/** Props of PeriodChoice. */
export interface PeriodChoiceProps {
  plan: 'lite' | 'pro' | 'enterprise'
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

/** A choice of the billing period, with what each costs: a team pays for each user. */
export function PeriodChoice({ plan, period, onChange }: PeriodChoiceProps) {
  const cards = billingPeriods.toReversed().map((value) => ({
    value,
    title: periodNames[value],
    aside: plan === 'enterprise' ? teamCost(value) : `${dollars(prices[plan][value])} per ${periodUnits[value]}`,
    text: value === 'yearly' ? `${monthlyPrice(plan, 'yearly')} a month, ${yearlySaving(plan)}` : undefined,
  }))
  return (
    <ChoiceCards
      name="billing_period"
      legend={periodLegend}
      cards={cards}
      value={period}
      onChange={(value) => onChange(readPeriod(value) ?? 'yearly')}
    />
  )
}
