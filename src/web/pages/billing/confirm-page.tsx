import { useLoaderData } from 'react-router'
import type { ApiClient } from '../../../api/client.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { cardText } from '../../../rules/cards/card-types.ts'
import { formatDate } from '../../../rules/dates.ts'
import { dollars } from '../../../rules/prices.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { loadStripe } from '../../features/card-form/load-stripe.ts'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './billing.module.css'
import { BillingLayout } from './billing-layout.tsx'
import type { ChangeData } from './load-billing.ts'

/** Lets the bank ask the customer, in Stripe's dialog. Resolves to why the payment was not confirmed; null: it was. */
async function confirmWithBank(api: ApiClient): Promise<string | null> {
  const [begun, create] = await Promise.all([
    api.call(subscriptionsContracts.confirmation),
    loadStripe().catch(() => null),
  ])
  if (create === null) return accountMessages.card.confirmFailed
  const { error } = await create(begun.publishable_key).confirmPayment({
    clientSecret: begun.client_secret,
    confirmParams: { payment_method: begun.card_id, return_url: window.location.href },
    redirect: 'if_required',
  })
  if (error) return error.message ?? accountMessages.billing.notConfirmed
  await api.call(subscriptionsContracts.confirmed)
  return null
}

/** Confirms a payment that the customer's bank refused until the customer confirms it. */
export function ConfirmPage() {
  const api = useApi()
  const { details, team } = useLoaderData<ChangeData>()
  const { confirm_amount, card, subscription } = details
  const amount = dollars(confirm_amount ?? 0)
  const until = subscription?.grace_ends_at
  const confirm = async () => {
    try {
      const message = await confirmWithBank(api)
      if (message !== null) return { message }
    } catch (error) {
      return formFailure(error)
    }
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
