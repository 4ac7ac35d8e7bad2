import { accountMessages } from '../account-messages.ts'
import { cardTypeOf, rulesOf } from './card-types.ts'

/** The most digits of a card number, of any type. */
export const maxCardDigits = 19

/** A card number without spaces and dashes. */
export function stripCardNumber(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Whether the last digit is the Luhn checksum of the digits before it. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** A card number: digits of a known type, in one of its lengths, with its checksum. */
export function validateCardNumber(text: string): string | null {
  const digits = stripCardNumber(text)
  const type = cardTypeOf(digits)
  if (!/^\d+$/.test(digits) || type === null) return accountMessages.card.number
  const { lengths, luhn } = rulesOf(type)
  const isValid = lengths.includes(digits.length) && (!luhn || passesLuhn(digits))
  return isValid ? null : accountMessages.card.number
}

/** A number as it is shown while typing: only its digits, at most 19, in the groups of its type. */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, maxCardDigits)
  const type = cardTypeOf(digits)
  const sizes = type === null ? [4] : rulesOf(type).groups
  const groups: string[] = []
  for (let start = 0; start < digits.length; ) {
    const size = sizes[Math.min(groups.length, sizes.length - 1)] ?? 4
    groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(' ')
}
