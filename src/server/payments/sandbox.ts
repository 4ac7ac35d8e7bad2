import { readSandboxToken } from '../../rules/sandbox-token.ts'
import {
  type Card,
  type CardFailure,
  CardRefused,
  type Charge,
  type ChargeResult,
  NotVerified,
  type Payments,
} from './payments.ts'

/**
 * The simulated provider: no money moves. A card is its token, which says what becomes of it, so that the sandbox
 * stores nothing.
 */
export function sandboxPayments(now: () => Date): Payments {
  return {
    provider: 'sandbox',
    createCustomer: async ({ reference }) => `sandbox:${reference}`,
    beginCard: async () => null,
    attachCard: async (_, token) => acceptCard(token, now()),
    readCard: async () => null,
    charge: async (charge) => decide(charge, now()),
    findCharge: async (charge) => decide(charge, now()),
    readCharge: async () => null,
    // Each charge is decided at once, and no money has moved.
    cancelCharge: async () => null,
    refundCharge: async () => null,
    beginConfirmation: async () => null,
    readEvent: () => {
      throw new NotVerified()
    },
    deleteCustomer: async () => {},
    check: async () => [],
  }
}

function isExpired({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean {
  // Valid to the end of its month.
  return now.getTime() >= Date.UTC(expYear, expMonth, 1)
}

function acceptCard(token: string, now: Date): Card {
  const card = readSandboxToken(token)
  if (!card) throw new CardRefused('invalid')
  if (card.outcome === 'expired' || isExpired(card, now)) throw new CardRefused('expired')
  if (card.outcome === 'declined' || card.outcome === 'insufficient') throw new CardRefused(card.outcome)
  const { brand, last4, expMonth, expYear } = card
  // None: everybody tries the sandbox with the same few numbers.
  return { id: token, brand, last4, expMonth, expYear, fingerprint: null }
}

function decide({ cardId, first, paymentId }: Charge, now: Date): ChargeResult {
  const card = readSandboxToken(cardId)
  const failure: CardFailure | null =
    !card || (card.outcome === 'later' && !first) ? 'declined' : isExpired(card, now) ? 'expired' : null
  return { status: failure ? 'failed' : 'paid', providerId: `sandbox:${paymentId}`, failure, refunded: 0 }
}
