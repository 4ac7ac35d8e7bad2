import { Link } from 'react-router'
import { offeredPlan } from '../../../../rules/plan-offers.ts'
import { planNames, privileges } from '../../../../rules/plans.ts'
import { monthlyPrice } from '../../../../rules/prices.ts'
import { formatBytes } from '../../../../rules/storage-meter.ts'
import { subscriptionTerms } from '../../../../rules/subscriptions.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/plans.webp'

export const plans: readonly ArticleSection[] = [
  {
    id: 'which',
    title: 'Which plan gives what',
    content: (
      <>
        <p>
          The free plan has the whole editor, live presenting and public decks, with{' '}
          {formatBytes(privileges.free.storage)} for images. {offeredPlan('privateDecks')}, from{' '}
          {monthlyPrice('lite', 'yearly')} a month, adds private decks; {offeredPlan('privateLinks')} adds private links
          and custom CSS; {planNames.enterprise} gives a group a home of its own:{' '}
          <Link to="/pricing">see the plans</Link>.
        </p>
        <HelpPicture src={picture} alt="The pricing page: each plan with its price, its button and what it includes" />
        <p>For a deck, the plan of its owner counts, whoever works on it.</p>
      </>
    ),
  },
  {
    id: 'paying',
    title: 'Paying',
    content: (
      <>
        <p>
          A plan is paid in advance, by the year or by the month, with a card. Your card's number goes to the payment
          provider and never to us. A coupon code is entered where you pay, which shows what it takes off.
        </p>
        <p>
          <Link to="/account/billing">Billing</Link>, in the menu under your picture, shows the next charge with its
          date, the card, and a receipt for each payment. There you change the card, the plan and the billing period.
          What is left of a paid period is taken off the new price, or kept as a credit.
        </p>
        <p>
          If a charge fails, it is tried again for {subscriptionTerms.grace} days, in which the plan stays. A new card
          is charged at once.
        </p>
      </>
    ),
  },
  {
    id: 'teams',
    title: 'Teams',
    content: (
      <p>
        A team tries everything for {subscriptionTerms.trial} days. Then it pays for each active member, pro rata for
        those who come or leave within a period. Its managers find the payments under Billing details.
      </p>
    ),
  },
  {
    id: 'end',
    title: 'When a plan ends',
    content: (
      <>
        <p>
          A canceled plan stays until the end of the paid period and becomes {planNames.free} then. Until that day you
          can reactivate it without paying again, and afterwards by paying for a new period.
        </p>
        <p>
          Nothing is deleted. Private decks stay private and can be read by you; editing them asks you to make them
          public or to choose a plan. Private links can be seen and removed, not changed.
        </p>
      </>
    ),
  },
]
