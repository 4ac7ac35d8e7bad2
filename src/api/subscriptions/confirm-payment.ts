import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Confirmation } from '../../server/payments/payments.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { runDue } from './due.ts'
import { settleNotified } from './jobs.ts'
import { unconfirmedPayment } from './unconfirmed-payment.ts'

/**
 * Begins the confirmation of the payment that the customer's bank refused without it (3-D Secure). Throws 404 if there is
 * none, or if it was decided in another way.
 */
export async function beginConfirmation(services: Services, owner: Owner): Promise<Confirmation> {
  const payment = await unconfirmedPayment(services.database.read, services, owner)
  const begun = payment && (await services.payments.beginConfirmation(payment.provider_id))
  if (!begun) throw new HttpError(404, messages.access.notFound)
  return begun
}

/**
 * Settles the payment that the customer confirmed. Idempotent: the provider's notification may settle it first. Throws
 * 422 if the bank still refuses it.
 */
export async function finishConfirmation(services: Services, owner: Owner): Promise<void> {
  const payment = await unconfirmedPayment(services.database.read, services, owner)
  if (!payment) return
  await settleNotified(services, payment.provider_id)
  // Money that became credit, as that of seats, pays what is owed.
  await runDue(services, owner)
  const open = await unconfirmedPayment(services.database.read, services, owner)
  if (open) throw invalid('base', accountMessages.billing.notConfirmed)
}
