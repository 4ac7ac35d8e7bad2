import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import type { FormFailure } from '../../../ui/form/form.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { loadStripe } from './load-stripe.ts'

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

/** Confirms the payment that waits for the customer's bank. Resolves to the form's failure; null: it is paid. */
export async function confirmPayment(api: ApiClient): Promise<FormFailure | null> {
  try {
    const message = await confirmWithBank(api)
    return message === null ? null : { message }
  } catch (error) {
    return formFailure(error)
  }
}

/** Whether a payment was refused until the customer confirms it with the bank (3-D Secure). */
export function awaitsBank(error: unknown): boolean {
  return isApiError(error) && (error.body as { confirm?: unknown } | undefined)?.confirm === true
}

/**
 * Makes a call that charges the customer, and lets the bank ask for a confirmation if it wants one. Resolves to the form's
 * failure; null: it is made.
 */
export async function pay(api: ApiClient, call: () => Promise<unknown>): Promise<FormFailure | null> {
  try {
    await call()
    return null
  } catch (error) {
    return awaitsBank(error) ? confirmPayment(api) : formFailure(error)
  }
}
