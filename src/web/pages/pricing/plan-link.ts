import type { Viewer } from '../../../api/pages/viewer.ts'
import { type Plan, planNames } from '../../../rules/plans.ts'
import type { BillingPeriod } from '../../../rules/prices.ts'

/** The button of a plan on the pricing page. */
export interface PlanLink {
  readonly label: string
  readonly to: string
}

/** The viewer's fields that determine the buttons. */
export type PlanViewer = Pick<Viewer, 'plan' | 'manually_upgraded' | 'team'>

/** The page where a plan is bought. */
function purchasePage(plan: Exclude<Plan, 'free'>, period: BillingPeriod): string {
  return plan === 'enterprise' ? `/teams/new?period=${period}` : `/account/upgrade?plan=${plan}&period=${period}`
}

/**
 * The button of a plan. Visitors sign up first and return, or sign in where no accounts can be created. The user's plan
 * leads to its payments. Null: none.
 */
export function planLink(
  plan: Plan,
  period: BillingPeriod,
  viewer: PlanViewer | null,
  mayJoin: boolean,
): PlanLink | null {
  const verb = viewer && viewer.plan !== 'free' ? 'Change to' : 'Choose'
  const label = plan === 'enterprise' ? 'Start a team' : `${verb} ${planNames[plan]}`
  if (plan === 'free') return viewer || !mayJoin ? null : { label: 'Start free', to: '/users/sign_up' }
  const page = purchasePage(plan, period)
  if (!viewer) {
    const query = `?return_to=${encodeURIComponent(page)}`
    if (mayJoin) return { label, to: `/users/sign_up${query}` }
    const reason = plan === 'enterprise' ? 'to start a team' : `to choose ${planNames[plan]}`
    return { label: `Sign in ${reason}`, to: `/users/sign_in${query}` }
  }
  if (viewer.manually_upgraded || viewer.plan === 'enterprise') return null
  if (viewer.plan === plan) return { label: 'Your billing', to: '/account/billing' }
  // A user is in one team at most.
  return plan === 'enterprise' && viewer.team ? null : { label, to: page }
}
