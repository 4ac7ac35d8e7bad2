import { useLoaderData } from 'react-router'
import { cardText } from '../../../rules/cards/card-types.ts'
import { formatDate } from '../../../rules/dates.ts'
import { dollars } from '../../../rules/prices.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useApi } from '../../data/session-context.tsx'
import { confirmPayment } from '../../features/card-form/pay.ts'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { BillingLayout } from './billing-layout.tsx'
import type { ChangeData } from './load-billing.ts'

/** Confirms a payment that the customer's bank refused until the customer confirms it. */
export function ConfirmPage() {
  const api = useApi()
  const { details, team } = useLoaderData<ChangeData>()
  const { confirm_amount, card, subscription } = details
  const amount = dollars(confirm_amount ?? 0)
  const until = subscription?.grace_ends_at
  const confirm = async () => {
    const failure = await confirmPayment(api)
    if (failure) return failure
    storeToast('The payment is confirmed, thank you')
    // Banners and plan change on the whole page.
    window.location.assign('/account/billing')
    return null
  }
  return (
    <BillingLayout title="Confirm your payment" team={team} isBelow>
      <Form onSubmit={confirm} className={styles.single}>
        {({ busy }) => (
          <>
            <p>
              Your bank asks you to confirm the charge of {amount}
              {card && ` to ${cardText(card.brand, card.last4)}`}.
              {until && ` Without it the plan ends on ${formatDate(until)}.`}
            </p>
            <div className={styles.actions}>
              <Button type="submit" variant="primary" size="l" busy={busy}>
                Confirm {amount}
              </Button>
              <ButtonLink to="/account/update_billing" size="l">
                Use another card
              </ButtonLink>
            </div>
          </>
        )}
      </Form>
    </BillingLayout>
  )
}
