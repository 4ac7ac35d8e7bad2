import { maxCardDigits, passesLuhn } from './cards/card-number.ts'

/** Actions on an owner's content. Slides, themes and their parts may contain any digits. */
const contentActions: ReadonlySet<string> = new Set([
  ...['own:decks', 'own:media', 'own:tags', 'own:templates', 'own:themes', 'theme:create', 'theme:change'],
  ...['team:change-media', 'team:change-templates', 'team:change-themes', 'team:write-scripts'],
])

/** Content that is reached without a permission of a deck: a new deck, and the password of an access link. */
const contentPaths = /^\/(?:api\/v1\/decks|access_tokens)(?:[/.]|$)/

/**
 * Whether the bodies of a route are searched for card numbers: those of all routes that take no content, so that a new
 * route about payment or accounts is searched without being listed. `path`: as declared, '/api/v1/users/:id'.
 */
export function isCardFree({ path, permission }: { readonly path: string; readonly permission: string }): boolean {
  return !permission.startsWith('deck:') && !contentActions.has(permission) && !contentPaths.test(path)
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
