import { monthlyPrice } from './prices.ts'

/** Text for free users who choose Private, with a link to the plans. */
export const privateOffer = {
  title: 'Private decks need a plan',
  text: `On the free plan every deck is public. With Lite, from ${monthlyPrice('lite', 'yearly')} a month, you choose for each deck who sees it.`,
  action: 'See the plans',
  address: '/pricing',
} as const
