import { passesLuhn } from './cards/card-number.ts'

/** Paths whose bodies may never contain a card number: payment and accounts. Slides may contain any digits. */
const cardFreePaths =
  /^\/(?:subscriptions|account|users|teams|receipts)(?:[/.]|$)|^\/api\/v1\/(?:users|team|teams|receipts)(?:[/.]|$)/

/** Whether bodies sent to a path are searched for card numbers. `path`: as declared, '/api/v1/users/:id'. */
export function isCardFree(path: string): boolean {
  return cardFreePaths.test(path)
}

/** 13 to 19 digits, optionally separated by spaces or dashes, that stand alone. */
const cardForm = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g
/** How deeply nested values are searched; deeper ones are refused by the contracts. */
const maxDepth = 8

/** Whether a value contains a card number anywhere: 13 to 19 digits with a valid Luhn checksum. */
export function hasCardNumber(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return hasCardNumber(String(value), depth)
  if (typeof value === 'string') {
    return [...value.matchAll(cardForm)].some(([digits]) => passesLuhn(digits.replace(/[ -]/g, '')))
  }
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return false
  return Object.entries(value).some(([name, one]) => hasCardNumber(name, depth) || hasCardNumber(one, depth + 1))
}
