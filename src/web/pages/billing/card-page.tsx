import { useLoaderData } from 'react-router'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useApi } from '../../data/session-context.tsx'
import { CardForm } from '../../features/card-form/card-form.tsx'
import { pay } from '../../features/card-form/pay.ts'
import { useCard } from '../../features/card-form/use-card.ts'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { BillingLayout } from './billing-layout.tsx'
import { CardFacts } from './card-section.tsx'
import type { ChangeData } from './load-billing.ts'

/** Replaces the card that is charged. */
export function CardPage() {
  const api = useApi()
  const card = useCard()
  const { details, team } = useLoaderData<ChangeData>()
  const change = async () => {
    const token = await card.token()
    if (token === null) return null
    const failure = await pay(api, () =>
      api.call(subscriptionsContracts.changeCard, { body: { subscription: { token } } }),
    )
    if (failure) return failure
    storeToast('Your new card is saved')
    window.location.assign('/account/billing')
    return null
  }
  const isOpen = details.subscription?.status === 'past_due'
  return (
    <BillingLayout title={details.card ? 'A new card' : 'Add a card'} team={team} isBelow>
      <Form onSubmit={change} className={styles.single}>
        {({ busy }) => (
          <>
            {details.card && (
              <div className={styles.group}>
                <p className={styles.quiet}>Until now</p>
                <CardFacts card={details.card} />
              </div>
            )}
            <CardForm card={card} />
            <p className={styles.note}>
              {isOpen
                ? 'The charge that failed is made with the new card at once.'
                : 'Nothing is charged now; the next charge is made with the new card.'}
            </p>
            <div>
              <Button type="submit" variant="primary" size="l" busy={busy}>
                Save the card
              </Button>
            </div>
          </>
        )}
      </Form>
    </BillingLayout>
  )
}
