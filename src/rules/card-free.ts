import { maxCardDigits, passesLuhn } from './cards/card-number.ts'

/** Paths whose bodies may never contain a card number: payment and accounts. Slides may contain any digits. */
const cardFreePaths =
  /^\/(?:subscriptions|account|users|teams|receipts)(?:[/.]|$)|^\/api\/v1\/(?:users|team|teams|receipts)(?:[/.]|$)/

/** Whether bodies sent to a path are searched for card numbers. `path`: as declared, '/api/v1/users/:id'. */
export function isCardFree(path: string): boolean {
  return cardFreePaths.test(path)
}

/** Digits in groups, separated by single spaces or dashes. */
const digitGroups = /\d+(?:[ -]\d+)*/g
/** How deeply nested values are searched; deeper ones are refused by the contracts. */
const maxDepth = 8

/**
 * Whether neighboring groups of digits make a card number of 13 to 19 digits. Each run of groups is tried: an expiry date
 * or a code may stand beside the number.
 */
function makesCardNumber(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ''
    for (let last = first; last < groups.length && digits.length < maxCardDigits; last += 1) {
      digits += groups[last]
      if (digits.length >= 13 && digits.length <= maxCardDigits && passesLuhn(digits)) return true
    }
    return false
  })
}

/** Whether a value contains a card number anywhere: 13 to 19 digits with a valid Luhn checksum. */
export function hasCardNumber(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return hasCardNumber(String(value), depth)
  if (typeof value === 'string') {
    return [...value.matchAll(digitGroups)].some(([digits]) => makesCardNumber(digits.split(/[ -]/)))
  }
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return false
  return Object.entries(value).some(([name, one]) => hasCardNumber(name, depth) || hasCardNumber(one, depth + 1))
}
