import { type ReactNode, useEffect, useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { cardText } from '../../../rules/cards/card-types.ts'
import { type BillingPeriod, dollarColumn } from '../../../rules/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useApi } from '../../data/session-context.tsx'
import styles from './billing.module.css'
import type { BillingDetails } from './load-billing.ts'
import { nextChargeText } from './next-charge-text.ts'

type Preview = Received<(typeof subscriptionsContracts)['preview']['output']>

/** What a customer changes to. Teams have one plan, and change the period alone. */
export interface WantedChange {
  readonly plan?: 'lite' | 'pro'
  readonly period: BillingPeriod
}

interface Answer {
  /** The change that was asked about. */
  readonly key: string
  readonly preview: Preview | null
  readonly error: string | null
}

/** What a change of a running subscription costs, as the server computes it; null while it is not known. */
export function useChangePreview({ plan, period }: WantedChange, isSame: boolean) {
  const api = useApi()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${plan} ${period} ${attempt}`
  useEffect(() => {
    if (isSame) return
    const abort = new AbortController()
    const settle = (given: Omit<Answer, 'key'>) => !abort.signal.aborted && setAnswer({ key, ...given })
    const query = { billing_period: period, ...(plan === undefined ? {} : { plan }) }
    api.call(subscriptionsContracts.preview, { query, signal: abort.signal }).then(
      (preview) => settle({ preview, error: null }),
      (error: unknown) => settle({ preview: null, error: failureText(error) }),
    )
    return () => abort.abort()
  }, [api, key, plan, period, isSame])
  const { preview = null, error = null } = answer?.key === key ? answer : {}
  return { preview, error, retry: () => setAttempt((before) => before + 1) }
}

function Charge({ details, preview }: { details: BillingDetails; preview: Preview }) {
  const { card } = details
  const { lines, amount } = preview
  const next = nextChargeText(preview)
  const shown = dollarColumn([...lines.map((line) => line.amount), amount])
  const payer = card ? cardText(card.brand, card.last4) : 'your card'
  return (
    <>
      <dl className={styles.lines}>
        {lines.map(({ text, amount: cents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one preview never change, and may be equal
          <div key={index}>
            <dt>{text}</dt>
            <dd>{shown(cents)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Charged now</dt>
          <dd>{shown(amount)}</dd>
        </div>
      </dl>
      <p className={styles.later}>
        {amount > 0 && `${payer} pays it. `}
        {next !== null && `Next charge: ${next}.`}
      </p>
    </>
  )
}

/** Props of ProRata. */
export interface ProRataProps {
  details: BillingDetails
  /** Of the chosen change. */
  cost: ReturnType<typeof useChangePreview>
  /** The button that pays. */
  children: ReactNode
}

/** What a change of a running subscription costs, with the button that makes it. */
export function ProRata({ details, cost, children }: ProRataProps) {
  const { preview, error, retry } = cost
  return (
    <section aria-label="What it costs" aria-live="polite" className={styles.change}>
      {preview && <Charge details={details} preview={preview} />}
      {error !== null && (
        <p className={styles.failed} role="alert">
          {error} <Button onClick={retry}>Try again</Button>
        </p>
      )}
      {!preview && error === null && <Spinner label="Loading what it costs" />}
      {children}
    </section>
  )
}
