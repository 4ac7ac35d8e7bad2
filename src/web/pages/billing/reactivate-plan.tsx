import type { HostTeam } from '../../../api/pages/site.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { paidByCredit, paidText } from '../../../rules/billing-texts.ts'
import { amountDue, paidFromCredit } from '../../../rules/money.ts'
import { planNames } from '../../../rules/plans.ts'
import { dollars, prices } from '../../../rules/prices.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { useApi, useViewer } from '../../data/session-context.tsx'
import { type BillingDetails, isRunning, type Subscription } from './load-billing.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** Props of ReactivatePlan. */
export interface ReactivatePlanProps {
  details: BillingDetails
  team: HostTeam | null
  subscription: Subscription
}

/** What beginning a plan again charges, and how its price is paid. */
function reactivationText(price: number, balance: number): string {
  const amount = amountDue(price, balance)
  const charged = amount === 0 ? 'Nothing is charged now' : `Your card is charged ${dollars(amount)} now`
  const how = paidText({ price, fromCredit: paidFromCredit(price, balance), amount })
  if (how === null) return `${charged}.`
  if (balance < 0) return `${charged}, ${how}.`
  return `${charged}. The price is ${dollars(price)}${how === paidByCredit ? ', ' : ': '}${how}.`
}

/** Undoes a cancellation, or begins an ended subscription again. */
export function ReactivatePlan({ details, team, subscription }: ReactivatePlanProps) {
  const api = useApi()
  const viewer = useViewer()
  const { busy, run } = useSubscriptionChange(details.plan)
  const { plan, billing_period } = subscription
  const name = planNames[plan]
  if (team && viewer?.team?.role !== 'owner') return <p>Only an owner of the team can reactivate it.</p>
  const reactivate = () => run(() => api.call(subscriptionsContracts.reactivate, { body: {} }), `${name} goes on`)
  if (isRunning(details)) {
    return (
      <Button variant="primary" busy={busy} onClick={() => void reactivate()}>
        Reactivate
      </Button>
    )
  }
  if (team) {
    return (
      <ButtonLink to="/reactivate" variant="primary" reloadDocument>
        Reactivate the team
      </ButtonLink>
    )
  }
  const again = `/account/upgrade?plan=${plan}&period=${billing_period}`
  const begin = async () => {
    const price = prices[plan][billing_period]
    const due = amountDue(price, details.balance)
    const text = reactivationText(price, details.balance)
    const question = { title: `Reactivate ${name}?`, text, action: due === 0 ? 'Reactivate' : `Pay ${dollars(due)}` }
    if (await confirmDialog(question)) await reactivate()
  }
  return (
    <>
      {details.card && (
        <Button variant="primary" busy={busy} onClick={() => void begin()}>
          Reactivate {name}
        </Button>
      )}
      <ButtonLink to={again} variant={details.card ? 'plain' : 'primary'}>
        {details.card ? 'Choose another plan or card' : `Choose ${name} again`}
      </ButtonLink>
    </>
  )
}
