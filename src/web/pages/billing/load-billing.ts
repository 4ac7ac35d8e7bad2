import { redirect } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import type { HostTeam } from '../../../api/pages/site.ts'
import { receiptsContracts } from '../../../api/receipts/contract.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { type BillingPeriod, readPeriod } from '../../../rules/prices.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** The billing details of the customer. */
export type BillingDetails = Received<(typeof subscriptionsContracts)['details']['output']>
/** A payment of the customer. */
export type Payment = BillingDetails['payments'][number]
/** The customer's subscription. */
export type Subscription = NonNullable<BillingDetails['subscription']>
/** A receipt. */
export type Receipt = Received<(typeof receiptsContracts)['read']['output']>

/** Data of the billing pages. */
export interface BillingData {
  /** Null: they could not be loaded. */
  readonly details: BillingDetails | null
  /** The team that pays, on its host; null: the signed-in user. */
  readonly team: HostTeam | null
}

/**
 * Throws a 404 where there is no billing: on instances without it, and for customers who have none, such as users who
 * were upgraded by hand.
 */
async function orNoBilling<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isApiError(error) && error.status === 403) throw pageError(404)
    throw error
  }
}

/** Redirects visitors to the sign-in page, which returns here. */
function customersOnly({ site, viewer, url }: LoadArgs): void {
  if (!site.billing) throw pageError(404)
  if (!viewer) throw redirect(signInPath(url))
}

/** Loads the details of the billing page. Details that cannot be loaded are a state of the page. */
export async function loadBilling(args: LoadArgs): Promise<BillingData> {
  customersOnly(args)
  const { api, signal, team } = args
  try {
    return { details: await orNoBilling(api.call(subscriptionsContracts.details, { signal })), team }
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.status >= 400 && error.status < 500) throw pageError(error.status)
    return { details: null, team }
  }
}

/** Whether a subscription is there to be changed: it has not ended. */
export function isRunning(details: Pick<BillingDetails, 'subscription'>): boolean {
  return details.subscription !== null && details.subscription.status !== 'ended'
}

/** Data of the pages that change a subscription. */
export interface ChangeData {
  readonly details: BillingDetails
  readonly team: HostTeam | null
}

async function loadDetails(args: LoadArgs): Promise<ChangeData> {
  customersOnly(args)
  const { api, signal, team } = args
  return { details: await orPageError(orNoBilling(api.call(subscriptionsContracts.details, { signal }))), team }
}

/** Loads the details for a page that changes a running subscription; without one there is nothing to change. */
export async function loadRunning(args: LoadArgs): Promise<ChangeData> {
  const data = await loadDetails(args)
  if (!isRunning(data.details)) throw redirect('/account/billing')
  return data
}

/** Loads the details for the page that confirms a payment; without one there is nothing to confirm. */
export async function loadConfirm(args: LoadArgs): Promise<ChangeData> {
  const data = await loadDetails(args)
  if (data.details.confirm_amount === null) throw redirect('/account/billing')
  return data
}

/**
 * Whether plan and period cannot be changed now: a canceled subscription is reactivated first, and a failed charge is
 * paid first. The billing page offers that.
 */
function isHeld({ subscription }: BillingDetails): boolean {
  return subscription !== null && (subscription.cancel_at_period_end || subscription.status === 'past_due')
}

/** Loads the details for the page that changes the billing period. */
export async function loadPeriod(args: LoadArgs): Promise<ChangeData> {
  const data = await loadRunning(args)
  if (isHeld(data.details)) throw redirect('/account/billing')
  return data
}

/** A plan and a billing period. */
export interface PlanChoice {
  readonly plan: 'lite' | 'pro'
  readonly period: BillingPeriod
}

/** Data of the upgrade page. */
export interface UpgradeData {
  readonly details: BillingDetails
  readonly chosen: PlanChoice
}

/** The choice in a URL (?plan=pro&period=monthly). Defaults: pro, and the current billing period or yearly. */
export function readChoice(query: URLSearchParams, details: Pick<BillingDetails, 'billing_period'>): PlanChoice {
  const plan = query.get('plan')
  return {
    plan: plan === 'lite' || plan === 'pro' ? plan : 'pro',
    period: readPeriod(query.get('period')) ?? details.billing_period ?? 'yearly',
  }
}

/** Loads the upgrade page, also for subscribers who change their plan. Members of a paid team have the largest plan. */
export async function loadUpgrade(args: LoadArgs): Promise<UpgradeData> {
  const { details } = await loadDetails(args)
  const isClosed = details.plan === 'enterprise' || (isRunning(details) && isHeld(details))
  if (isClosed) throw redirect('/account/billing')
  return { details, chosen: readChoice(args.url.searchParams, details) }
}

/** Loads a receipt. */
export async function loadReceipt(args: LoadArgs): Promise<Receipt> {
  customersOnly(args)
  const { api, signal, params } = args
  const call = api.call(receiptsContracts.read, { params: { id: params.id ?? '' }, signal })
  return orPageError(orNoBilling(call))
}
