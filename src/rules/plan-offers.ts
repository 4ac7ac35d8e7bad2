import { type Plan, type Privilege, planNames, privileges, smallestPlanWith } from './plans.ts'
import { monthlyPrice } from './prices.ts'
import { formatBytes } from './storage-meter.ts'

/** An upgrade offer, shown in place of a feature that the current plan lacks. */
export interface PlanOffer {
  readonly title: string
  readonly text: string
  /** The link's text. */
  readonly action: string
  readonly address: string
}

/** The name of the smallest plan with a privilege, shown on locked features. */
export function offeredPlan(privilege: Privilege): string {
  return planNames[smallestPlanWith(privilege)]
}

/** A plan with its lowest price: 'Lite, from $5 a month'. */
function withPrice(plan: Plan): string {
  return `${planNames[plan]}, from ${monthlyPrice(plan, 'yearly')} a month`
}

/** The page of the plans. */
export const planPage = '/pricing'

const toPlans = { action: 'See the plans', address: planPage } as const

/** The smallest plan with a privilege, with its lowest price: 'Lite, from $5 a month'. */
export function pricedPlan(privilege: Privilege): string {
  return withPrice(smallestPlanWith(privilege))
}

/** Offers by what the current plan lacks. Pro colors have none: they open the page of the plans. */
export const planOffers = {
  /** For free users who choose Private. */
  privateDecks: {
    ...toPlans,
    title: 'Private decks need a plan',
    text: `On the free plan every deck is public. With ${pricedPlan('privateDecks')}, you choose for each deck who sees it.`,
  },
  /** For the owner of a deck that is not public. */
  privateLinks: {
    ...toPlans,
    title: 'Private links need a plan',
    text: `With ${pricedPlan('privateLinks')}, you show this deck to the people you pick, by a link with a password if you like.`,
  },
  customCss: {
    ...toPlans,
    title: 'Your own CSS needs a plan',
    text: `Class names and an ID of your own, for the CSS of a theme, come with ${pricedPlan('customCss')}.`,
  },
  hideEmbedFooter: {
    ...toPlans,
    title: 'Hiding the footer needs a plan',
    text: `Embeds without our footer come with ${pricedPlan('hideEmbedFooter')}.`,
  },
} as const satisfies Readonly<Record<string, PlanOffer>>

/** The offer for a full storage: the next plan with more; null on plans without a larger one for one person. */
export function storageOffer(plan: Plan): PlanOffer | null {
  const larger = (['lite', 'pro'] as const).find((one) => privileges[one].storage > privileges[plan].storage)
  if (!larger) return null
  return {
    ...toPlans,
    title: 'Your storage is full',
    text: `Remove some images, or have ${formatBytes(privileges[larger].storage)} with ${withPrice(larger)}.`,
  }
}
