import { periodNames } from '../../../rules/billing-texts.ts'
import { type BillingPeriod, billingPeriods, yearlySaving } from '../../../rules/prices.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'

/** Props of PeriodChoice. */
export interface PeriodChoiceProps {
  /** Name of the field in its form. */
  name: string
  value: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

/** Yearly or monthly, each with what a user costs. */
export function PeriodChoice({ name, value, onChange }: PeriodChoiceProps) {
  return (
    <ChoiceCards
      name={name}
      legend="Billing period"
      value={value}
      onChange={(period) => onChange(billingPeriods.find((one) => one === period) ?? 'yearly')}
      cards={billingPeriods.toReversed().map((period) => ({
        value: period,
        title: periodNames[period],
        aside: teamCost(period),
        text: period === 'yearly' ? yearlySaving('enterprise') : undefined,
      }))}
    />
  )
}
