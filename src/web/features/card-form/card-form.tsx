import { useSite } from '../../data/session-context.tsx'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'
import type { CardHandle } from './use-card.ts'

/**
 * The fields of a card, inside a Form. When that is submitted, `await card.token()` gives the token for the server, or
 * null if the form shows why there is none. A refusal of the server at `token` is shown at the card.
 */
export function CardForm({ card }: { card: CardHandle }) {
  return useSite().driver === 'stripe' ? <StripeCard card={card} /> : <SandboxCard card={card} />
}
