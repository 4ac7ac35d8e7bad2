import { Check } from 'lucide-react'
import { useState } from 'react'
import { planNames, privileges } from '../../../rules/plans.ts'
import { type BillingPeriod, monthlyPrice } from '../../../rules/prices.ts'
import { formatBytes } from '../../../rules/storage-meter.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useViewer } from '../../data/session-context.tsx'
import styles from './pricing-page.module.css'

/** The individual plans; each includes the one before it. */
const offered = ['free', 'lite', 'pro'] as const
type Offered = (typeof offered)[number]

/** The audience of each plan. */
const audiences: Readonly<Record<Offered, string>> = {
  free: 'For talks that everybody may see',
  lite: 'For work that is not public yet',
  pro: 'For people who present for a living',
}

/** The features a plan adds to the one before it. */
function gains(plan: Offered): string[] {
  const all: Readonly<Record<Offered, string[]>> = {
    free: [
      'Public decks, as many as you like',
      'The whole editor, and presenting live',
      'Earlier versions of each deck',
    ],
    lite: ['Private decks', 'Embeds without our footer', 'All theme colours'],
    pro: ['Private links, with a password if you like', 'Custom CSS and class names'],
  }
  return [...all[plan], `${formatBytes(privileges[plan].storage)} of storage`]
}

function note(plan: Offered, period: BillingPeriod): string {
  if (plan === 'free') return 'for ever'
  return period === 'yearly' ? 'per month, paid by the year' : 'per month'
}

function PlanCard({ plan, period, own }: { plan: Offered; period: BillingPeriod; own: boolean }) {
  return (
    <li className={classNames(styles.plan, own && styles.own)}>
      <h2>{planNames[plan]}</h2>
      <p className={styles.for}>{audiences[plan]}</p>
      <p className={styles.price}>
        <strong>{monthlyPrice(plan, period)}</strong> <span>{note(plan, period)}</span>
      </p>
      {own && <p className={styles.yours}>Your plan</p>}
      <ul className={styles.gains}>
        {plan !== 'free' && (
          <li>
            <Check aria-hidden="true" /> All of {planNames[offered[offered.indexOf(plan) - 1] ?? 'free']}
          </li>
        )}
        {gains(plan).map((gain) => (
          <li key={gain}>
            <Check aria-hidden="true" /> {gain}
          </li>
        ))}
      </ul>
    </li>
  )
}

const periods = [
  { value: 'yearly', label: 'By the year' },
  { value: 'monthly', label: 'By the month' },
] as const

/** The plans with features and prices. */
export function PricingPage() {
  const viewer = useViewer()
  const [period, setPeriod] = useState<BillingPeriod>('yearly')
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Pricing</h1>
        <p>Everything that makes a good deck is free. Paid plans keep it to yourself.</p>
        <fieldset className={styles.periods}>
          <legend className="spoken-only">Paid</legend>
          {periods.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="period" checked={period === value} onChange={() => setPeriod(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      </header>
      <ul className={styles.plans}>
        {offered.map((plan) => (
          <PlanCard key={plan} plan={plan} period={period} own={viewer?.plan === plan} />
        ))}
      </ul>
      <p className={styles.notice}>
        Plans can't be bought on this instance yet. Its operator can give all of this to every account with the setting{' '}
        <code>BILLING=off</code>.
      </p>
      {!viewer && (
        <p className={styles.start}>
          <ButtonLink to="/users/sign_up" variant="primary" size="l">
            Start free
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
