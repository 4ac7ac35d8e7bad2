import { periodLegend, periodNames } from '../../../rules/billing-texts.ts'
import { type BillingPeriod, billingPeriods } from '../../../rules/prices.ts'
import styles from './period-switch.module.css'

/** The billing periods, with their names in choices. */
const periods = billingPeriods.toReversed().map((value) => ({ value, label: periodNames[value] }))

/** Props of PeriodSwitch. */
export interface PeriodSwitchProps {
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

/** A choice of the billing period for prices on the page. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <fieldset className={styles.periods}>
      <legend className="spoken-only">{periodLegend}</legend>
      {periods.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="period" value={value} checked={period === value} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
