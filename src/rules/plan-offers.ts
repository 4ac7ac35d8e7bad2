import { monthlyPrice } from './prices.ts'

/** What users without a plan are told who choose Private, and where they read more. */
export const privateOffer = {
  title: 'Private decks need a plan',
  text: `On the free plan every deck is public. With Lite, from ${monthlyPrice('lite', 'yearly')} a month, you choose for each deck who sees it.`,
  action: 'See the plans',
  address: '/pricing',
} as const
