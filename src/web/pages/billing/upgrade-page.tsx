import { useLoaderData } from 'react-router'
import { planNames } from '../../../rules/plans.ts'
import { BillingLayout } from './billing-layout.tsx'
import { ChangePlanForm } from './change-plan-form.tsx'
import { isRunning, type UpgradeData } from './load-billing.ts'
import { SubscribeForm } from './subscribe-form.tsx'

/** Chooses a plan and pays for it; for subscribers, changes the plan. */
export function UpgradePage() {
  const { details, chosen } = useLoaderData<UpgradeData>()
  if (isRunning(details)) {
    return (
      <BillingLayout title="Change the plan" lead={`Your plan is ${planNames[details.plan]}.`} isBelow>
        <ChangePlanForm details={details} chosen={chosen} />
      </BillingLayout>
    )
  }
  return (
    <BillingLayout title="Upgrade" lead="Choose a plan. It can be changed or canceled at any time.">
      <SubscribeForm chosen={chosen} balance={details.balance} />
    </BillingLayout>
  )
}
