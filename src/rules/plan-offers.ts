import { type Privilege, planNames, smallestPlanWith } from './plans.ts'
import { monthlyPrice } from './prices.ts'

/** The name of the smallest plan with a privilege, shown on locked features. */
export function offeredPlan(privilege: Privilege): string {
  return planNames[smallestPlanWith(privilege)]
}

const price = monthlyPrice(smallestPlanWith('privateDecks'), 'yearly')

/** Text for free users who choose Private, with a link to the plans. */
export const privateOffer = {
  title: 'Private decks need a plan',
  text: `On the free plan every deck is public. With ${offeredPlan('privateDecks')}, from ${price} a month, you choose for each deck who sees it.`,
  action: 'See the plans',
  address: '/pricing',
} as const
