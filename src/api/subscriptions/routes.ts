import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { type Context, type Route, route } from '../route.ts'
import { cancelSubscription, changeCard, changeSubscription, isCouponUsable, reactivate, subscribe } from './actions.ts'
import { beginConfirmation, finishConfirmation } from './confirm-payment.ts'
import { subscriptionsContracts as contracts } from './contract.ts'
import { referenceOf } from './customer.ts'
import { couponJson, detailsOf } from './details.ts'
import { previewChange } from './preview-change.ts'
import { couponByCode, planNow } from './queries.ts'

type Changing = Context<(typeof contracts)['create' | 'changeCard' | 'reactivate' | 'change' | 'cancel' | 'confirmed']>
type Reading = Context<(typeof contracts)['read' | 'details']>

/** The details after a change, which is audited. `detail` never has a card. */
async function changed(c: Changing, action: string, detail: Record<string, unknown> = {}) {
  const entry = { actorId: c.user.id, action: `billing.${action}`, resource: referenceOf(c.owner), detail }
  await audit(c.db, c.services, c.request, entry)
  return detailsOf(c.services, c.db, c.owner, await planNow(c.db, c.owner))
}

/** Counts an attempt to pay: enough to correct a card, too few to try stolen ones. */
async function countAttempt({ services, user }: { services: Services; user: { id: number } }): Promise<void> {
  const { allowed, retryAfter } = await services.limits.take('payment', `user:${user.id}`)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
}

async function details(c: Reading) {
  return detailsOf(c.services, c.db, c.owner, c.ownerPlan)
}

/** Handlers of the payment routes. */
export const subscriptionsRoutes: readonly Route[] = [
  route(contracts.read, details),
  route(contracts.details, details),
  route(contracts.coupon, async (c) => {
    const coupon = await couponByCode(c.db, c.params.code)
    if (!coupon || !isCouponUsable(coupon, c.services.now()))
      throw new HttpError(404, accountMessages.billing.couponInvalid)
    return couponJson(coupon)
  }),
  route(contracts.setup, async (c) => {
    const { payments } = c.services
    if (payments.provider !== 'stripe') throw new HttpError(404, messages.access.notFound)
    await countAttempt(c)
    const begun = await payments.beginCard(referenceOf(c.owner))
    if (!begun) throw new HttpError(404, messages.access.notFound)
    return { client_secret: begun.clientSecret, publishable_key: begun.publishableKey }
  }),
  route(contracts.confirmation, async (c) => {
    await countAttempt(c)
    const { clientSecret, publishableKey, cardId } = await beginConfirmation(c.services, c.owner)
    return { client_secret: clientSecret, publishable_key: publishableKey, card_id: cardId }
  }),
  route(contracts.confirmed, async (c) => {
    await finishConfirmation(c.services, c.owner)
    return changed(c, 'confirm')
  }),
  route(contracts.create, async (c) => {
    const { token: _, ...wanted } = c.body.subscription
    await countAttempt(c)
    await subscribe(c.services, c.owner, c.body.subscription)
    return changed(c, 'subscribe', wanted)
  }),
  route(contracts.changeCard, async (c) => {
    await countAttempt(c)
    await changeCard(c.services, c.owner, c.body.subscription.token)
    return changed(c, 'card')
  }),
  route(contracts.cancel, async (c) => {
    await c.services.database.transaction((trx) => cancelSubscription(trx, c.services, c.owner))
    return changed(c, 'cancel')
  }),
  route(contracts.reactivate, async (c) => {
    await countAttempt(c)
    await reactivate(c.services, c.owner, c.body.subscription)
    return changed(c, 'reactivate')
  }),
  route(contracts.preview, (c) => previewChange(c.services, c.owner, c.query)),
  route(contracts.change, async (c) => {
    await countAttempt(c)
    await changeSubscription(c.services, c.owner, c.body.subscription)
    return changed(c, 'change', c.body.subscription)
  }),
]
