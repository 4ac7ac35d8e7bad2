import { accountMessages } from '../account-messages.ts'
import { type CardType, rulesOf } from './card-types.ts'

/** The most digits of a typed security code. */
const maxCvcDigits = 4

/** A security code: as many digits as the card's type has, or 3 to 4 without a known type. */
export function validateCvc(text: string, type: CardType | null): string | null {
  const lengths = type === null ? [3, 4] : rulesOf(type).cvcLengths
  return /^\d+$/.test(text) && lengths.includes(text.length) ? null : accountMessages.card.cvc
}

/** A security code as it is shown while typing: only digits, at most four. */
export function formatCvc(text: string): string {
  return text.replace(/\D/g, '').slice(0, maxCvcDigits)
}
