import type { Db } from '../../server/db/open-database.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownedBy } from '../owner.ts'
import { isOwnerless, type PaymentRow, type SubscriptionRow, subscriptionOf } from './queries.ts'

/** A payment that the provider knows. */
export type KnownPayment = PaymentRow & { readonly provider_id: string }

/** How long the customer may confirm a payment that is not owed, in ms: its price is that of when it was made. */
const confirmTime = 60 * 60_000

/** Whether a payment would still make its change once it is confirmed. */
function isAwaited({ change, created_at }: PaymentRow, subscription: SubscriptionRow | null, now: Date): boolean {
  const { kind, base } = change
  if (kind !== 'begin' && kind !== 'change') return subscription?.status === 'past_due'
  return (subscription?.version ?? 0) === base && now.getTime() - created_at.getTime() < confirmTime
}

/**
 * The owner's last payment if the bank refused it until the customer confirms it (3-D Secure), and its change still waits
 * for it; else null.
 */
export async function unconfirmedPayment(
  db: Db,
  { payments, now }: Pick<Services, 'payments' | 'now'>,
  owner: Owner,
): Promise<KnownPayment | null> {
  const last = await db
    .selectFrom('payments')
    .selectAll()
    .where(...ownedBy(owner))
    .where('amount', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.status !== 'failed' || last.failure !== 'authentication' || last.provider_id === null) return null
  const isOpen = last.provider === payments.provider && !(await isOwnerless(db, last))
  if (!isOpen || !isAwaited(last, await subscriptionOf(db, owner), now())) return null
  return { ...last, provider_id: last.provider_id }
}
