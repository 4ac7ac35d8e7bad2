import { useState } from 'react'
import type { HostTeam } from '../../../api/pages/site.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { cancelTexts } from '../../../rules/billing-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useApi } from '../../data/session-context.tsx'
import type { Subscription } from './load-billing.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** Props of CancelPlan. */
export interface CancelPlanProps {
  team: HostTeam | null
  subscription: Subscription
}

/** Cancels the subscription, after saying what becomes of the plan and the decks. */
export function CancelPlan({ team, subscription }: CancelPlanProps) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const { busy, run } = useSubscriptionChange(subscription.plan)
  const { title, text, decks, action, done } = cancelTexts(subscription, team?.name ?? null)
  const cancel = async () => {
    if (await run(() => api.call(subscriptionsContracts.cancel), done)) setOpen(false)
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Cancel the plan
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        description={text}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep the plan</Button>
            <Button variant="danger" busy={busy} onClick={() => void cancel()}>
              {action}
            </Button>
          </>
        }
      >
        <p>{decks}</p>
      </Dialog>
    </>
  )
}
