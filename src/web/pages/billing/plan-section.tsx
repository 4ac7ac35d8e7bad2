import { type ReactNode, useEffect, useRef } from 'react'
import type { HostTeam } from '../../../api/pages/site.ts'
import { confirmPath } from '../../../rules/billing-notice.ts'
import { daysUntil, periodNames } from '../../../rules/billing-texts.ts'
import { counted } from '../../../rules/counted.ts'
import { formatDate } from '../../../rules/dates.ts'
import { planNames } from '../../../rules/plans.ts'
import { dollars, prices } from '../../../rules/prices.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import styles from './billing.module.css'
import { CancelPlan } from './cancel-plan.tsx'
import { type BillingDetails, isRunning, type Subscription } from './load-billing.ts'
import { nextChargeText } from './next-charge-text.ts'
import { ReactivatePlan } from './reactivate-plan.tsx'

interface SectionProps {
  readonly details: BillingDetails
  readonly team: HostTeam | null
}

/** The state of a subscription in a word or two. */
function stateOf({ status, cancel_at_period_end }: Subscription): string {
  if (status === 'ended') return 'Ended'
  if (status === 'past_due') return 'Payment failed'
  if (cancel_at_period_end) return 'Canceled'
  return status === 'trialing' ? 'Trial' : 'Active'
}

/** The class of the state's color: it is quiet once the subscription ends. */
function toneOf({ status, cancel_at_period_end }: Subscription): string | undefined {
  if (status === 'past_due') return styles.failed
  return status === 'ended' || cancel_at_period_end ? styles.ending : undefined
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What happens next with a subscription, and what to do about it. */
function explanation(details: BillingDetails, subscription: Subscription): string | null {
  const end = formatDate(subscription.period_end)
  const plan = planNames[subscription.plan]
  if (subscription.status === 'ended')
    return `The plan ended on ${end}, and is ${planNames.free} now. Nothing was deleted.`
  if (subscription.status === 'past_due') {
    const until = subscription.grace_ends_at ? ` ${plan} stays until ${formatDate(subscription.grace_ends_at)}.` : ''
    if (details.confirm_amount !== null) return `Your bank asks you to confirm the last charge.${until}`
    return `The last charge failed.${until} A new card is charged at once with what is open.`
  }
  if (subscription.cancel_at_period_end)
    return `${plan} stays until ${end}. Then the plan becomes ${planNames.free}, and nothing is charged any more.`
  if (subscription.status === 'trialing') {
    const card = details.card ? 'Then the first charge is made.' : 'Add a card before, or the plan ends then.'
    return `The trial ends on ${end}, in ${counted(daysUntil(subscription.period_end, Date.now()), 'day', 'days')}. ${card}`
  }
  return null
}

/** An order that the bank wants to be confirmed. What is owed has its place among the actions of the plan. */
function OpenOrder({ confirm_amount, subscription }: BillingDetails) {
  if (confirm_amount === null || subscription?.status === 'past_due') return null
  const amount = dollars(confirm_amount)
  return (
    <>
      <p>Your bank asks you to confirm the charge of {amount}. Nothing has changed till then.</p>
      <div className={styles.actions}>
        <ButtonLink to={confirmPath} variant="primary">
          Confirm {amount}
        </ButtonLink>
      </div>
    </>
  )
}

/** What is kept for the customer, or owed, in cents. */
function Balance({ details }: { details: BillingDetails }) {
  const { balance } = details
  if (balance === 0) return null
  const use = isRunning(details) ? 'used for the next charges' : 'kept for the next plan'
  return balance > 0 ? (
    <Fact name="Credit">
      {dollars(balance)}, {use}
    </Fact>
  ) : (
    <Fact name="Open">{dollars(-balance)}</Fact>
  )
}

function Facts({ details, team, subscription }: SectionProps & { subscription: Subscription }) {
  const { coupon_code } = details
  const { plan, billing_period, quantity } = subscription
  const price = dollars(prices[plan][billing_period])
  const unit = billing_period === 'yearly' ? 'year' : 'month'
  return (
    <dl className={styles.facts}>
      <Fact name="Price">
        {price} per {team ? `user and ${unit}` : unit}
      </Fact>
      {team && <Fact name="Users">{quantity}</Fact>}
      <Fact name="Paid">{periodNames[billing_period]}</Fact>
      <Fact name="Next charge">{nextChargeText(details) ?? 'None'}</Fact>
      {coupon_code && <Fact name="Coupon">{coupon_code}</Fact>}
      <Balance details={details} />
    </dl>
  )
}

function Actions({ details, team, subscription }: SectionProps & { subscription: Subscription }) {
  if (!isRunning(details) || (subscription.cancel_at_period_end && subscription.status !== 'past_due'))
    return (
      <div className={styles.actions}>
        <ReactivatePlan details={details} team={team} subscription={subscription} />
      </div>
    )
  return (
    <div className={styles.actions}>
      {subscription.status === 'past_due' ? (
        // What is owed is paid before anything else changes.
        <>
          {details.confirm_amount !== null && (
            <ButtonLink to={confirmPath} variant="primary">
              Confirm {dollars(details.confirm_amount)}
            </ButtonLink>
          )}
          <ButtonLink to="/account/update_billing" variant={details.confirm_amount === null ? 'primary' : 'plain'}>
            Use another card
          </ButtonLink>
        </>
      ) : (
        <>
          {!team && <ButtonLink to="/account/upgrade">Change the plan</ButtonLink>}
          <ButtonLink to="/account/update_billing_period">Change the billing period</ButtonLink>
        </>
      )}
      <CancelPlan team={team} subscription={subscription} />
    </div>
  )
}

/** For customers without a subscription: whose plan it is, and where there are others. */
function WithoutSubscription({ details, team }: SectionProps) {
  const isTeams = details.plan === 'enterprise'
  const text = isTeams
    ? 'Your plan comes with your team, which pays for it.'
    : `Nothing is charged ${team ? 'to this team' : 'to you'}.`
  return (
    <>
      <p>{text}</p>
      {!isTeams && !team && (
        <div className={styles.actions}>
          <ButtonLink to="/pricing" variant="primary">
            See the plans
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** The plan: its state, its price, what is charged next, and how to change or cancel it. */
export function PlanSection({ details, team }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(heading)
  const state = `${details.subscription?.status} ${details.subscription?.cancel_at_period_end}`
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    // The buttons of the state before are gone.
    keepFocus()
  }, [state, keepFocus])
  const { subscription } = details
  const text = subscription && explanation(details, subscription)
  const plan = planNames[subscription?.plan ?? details.plan]
  return (
    <section aria-labelledby="plan" className={classNames(styles.section, styles.plan)}>
      <h2 id="plan" ref={heading} tabIndex={-1}>
        {plan}
        {subscription && (
          <span className={classNames(styles.state, toneOf(subscription))}>{stateOf(subscription)}</span>
        )}
      </h2>
      {text && <p>{text}</p>}
      <OpenOrder {...details} />
      {subscription ? (
        <>
          {isRunning(details) && <Facts details={details} team={team} subscription={subscription} />}
          {!isRunning(details) && details.balance !== 0 && (
            <dl className={styles.facts}>
              <Balance details={details} />
            </dl>
          )}
          <Actions details={details} team={team} subscription={subscription} />
        </>
      ) : (
        <WithoutSubscription details={details} team={team} />
      )}
    </section>
  )
}
