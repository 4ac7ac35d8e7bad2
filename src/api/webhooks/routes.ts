import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { NotVerified, type ProviderEvent } from '../../server/payments/payments.ts'
import type { Services } from '../../server/services.ts'
import { type Context, type Route, route } from '../route.ts'
import { webhooksContracts as contracts } from './contract.ts'

const jobs = { charge: 'billing-charge', customer: 'billing-customer' } as const

/** Reads and verifies a notification. Throws 400; Stripe shows it to the operator and tries again. */
function verified({ services, request }: Context<typeof contracts.stripe>): ProviderEvent {
  const signature = request.headers['stripe-signature']
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  try {
    return services.payments.readEvent(body, String(signature ?? ''), services.now())
  } catch (error) {
    if (error instanceof NotVerified) throw new HttpError(400, accountMessages.billing.unsigned)
    throw error
  }
}

/**
 * Records a notification once, with the job that fetches what it is about. The job, not the notification, tells the
 * state: notifications arrive late, twice, and out of order.
 */
async function receive(services: Services, { id, type, about }: ProviderEvent): Promise<void> {
  const { payments, now, database } = services
  await database.transaction(async (trx) => {
    const row = { provider: payments.provider, event_id: id, type, object_id: about?.id ?? '', received_at: now() }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('webhook_events')
      .values(row)
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n || about === null) return
    const kind = jobs[about.kind]
    await services.jobs.add(trx, kind, { id: about.id }, { dedupeKey: `${kind}:${about.id}` })
  })
}

/** Handlers of the webhook routes. */
export const webhooksRoutes: readonly Route[] = [
  route(contracts.stripe, async (c) => {
    if (c.services.payments.provider !== 'stripe') throw new HttpError(404, messages.access.notFound)
    await receive(c.services, verified(c))
    return undefined
  }),
]
