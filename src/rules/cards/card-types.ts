/** How the numbers of a card type look. */
export interface CardTypeRules {
  /** The display name of the brand. */
  readonly name: string
  /** The leading digits. */
  readonly pattern: RegExp
  /** Allowed numbers of digits. */
  readonly lengths: readonly number[]
  /** Allowed lengths of the security code. */
  readonly cvcLengths: readonly number[]
  /** Sizes of the groups in which the digits are shown; the last one repeats. */
  readonly groups: readonly number[]
  /** Whether the last digit is a Luhn checksum. */
  readonly luhn: boolean
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const common = { cvcLengths: [3], groups: [4], luhn: true }

/**
 * The card types in the order in which they are tried: the first pattern that matches decides. So 622, which discover
 * lists too, is unionpay.
 */
const cardTypes = {
  maestro: { ...common, name: 'Maestro', pattern: /^(?:5018|5020|5038|6304|6759|676[1-3])/, lengths: range(12, 19) },
  dinersclub: { ...common, name: 'Diners Club', pattern: /^(?:36|38|30[0-5])/, lengths: [14] },
  laser: { ...common, name: 'Laser', pattern: /^(?:6706|6771|6709)/, lengths: range(16, 19) },
  jcb: { ...common, name: 'JCB', pattern: /^35/, lengths: [16] },
  unionpay: { ...common, name: 'UnionPay', pattern: /^62/, lengths: range(16, 19), luhn: false },
  discover: { ...common, name: 'Discover', pattern: /^(?:6011|65|64[4-9]|622)/, lengths: [16] },
  mastercard: {
    ...common,
    name: 'Mastercard',
    pattern: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
  },
  amex: {
    ...common,
    name: 'American Express',
    pattern: /^3[47]/,
    lengths: [15],
    cvcLengths: [3, 4],
    groups: [4, 6, 5],
  },
  visa: { ...common, name: 'Visa', pattern: /^4/, lengths: range(13, 16) },
} as const satisfies Readonly<Record<string, CardTypeRules>>

/** A card type, by its name in the API. */
export type CardType = keyof typeof cardTypes

/** The names of the card types, in the order in which they are tried. */
export const cardTypeNames = Object.keys(cardTypes) as readonly CardType[]

/** The rules of a card type. */
export function rulesOf(type: CardType): CardTypeRules {
  return cardTypes[type]
}

/** The type of a number, from its leading digits; null while they match none. */
export function cardTypeOf(digits: string): CardType | null {
  return cardTypeNames.find((type) => cardTypes[type].pattern.test(digits)) ?? null
}

/** The display name of a brand; another program's name for a brand unknown here is shown as it is. */
export function brandName(brand: string): string {
  return brand in cardTypes ? rulesOf(brand as CardType).name : brand
}

/** A card in words: 'Visa ending in 4242'. */
export function cardText(brand: string, last4: string): string {
  return `${brandName(brand)} ending in ${last4}`
}
