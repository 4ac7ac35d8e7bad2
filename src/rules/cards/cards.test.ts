import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountMessages } from '../account-messages.ts'
import { formatCvc, validateCvc } from './card-cvc.ts'
import { formatExpiry, isExpired, parseExpiry, validateExpiry } from './card-expiry.ts'
import { formatCardNumber, passesLuhn, stripCardNumber, validateCardNumber } from './card-number.ts'
import { brandName, type CardType, cardTypeNames, cardTypeOf, rulesOf } from './card-types.ts'

/** A number of a type with a length: its prefix, zeros, and the checksum. */
function numberOf(prefix: string, length: number): string {
  const start = prefix.padEnd(length - 1, '0')
  const last = [...'0123456789'].find((digit) => passesLuhn(start + digit))
  return start + last
}

/** A number with a wrong checksum. */
function spoil(number: string): string {
  return number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
}

/** All prefixes of each type as the decisions list them. */
const prefixes: Readonly<Record<CardType, readonly string[]>> = {
  maestro: ['5018', '5020', '5038', '6304', '6759', '6761', '6762', '6763'],
  dinersclub: ['36', '38', '300', '301', '302', '303', '304', '305'],
  laser: ['6706', '6771', '6709'],
  jcb: ['35'],
  unionpay: ['62', '622'],
  discover: ['6011', '65', '644', '645', '646', '647', '648', '649'],
  mastercard: ['51', '52', '53', '54', '55', '2221', '2229', '2230', '2299', '2300', '2699', '2700', '2719', '2720'],
  amex: ['34', '37'],
  visa: ['4'],
}

/** The allowed lengths of each type. */
const lengths: Readonly<Record<CardType, readonly number[]>> = {
  maestro: [12, 13, 14, 15, 16, 17, 18, 19],
  dinersclub: [14],
  laser: [16, 17, 18, 19],
  jcb: [16],
  unionpay: [16, 17, 18, 19],
  discover: [16],
  mastercard: [16],
  amex: [15],
  visa: [13, 14, 15, 16],
}

const anyType = fc.constantFrom(...cardTypeNames)
/** A valid number of any type, with its type. */
const anyNumber = anyType.chain((type) =>
  fc
    .tuple(
      fc.constantFrom(...prefixes[type]),
      fc.constantFrom(...lengths[type]),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 }),
    )
    .map(([prefix, length, more]) => ({
      type,
      number: numberOf((prefix + more.join('')).slice(0, length - 1), length),
    })),
)

describe('the type of a card', () => {
  test('the nine types are tried in the decided order', () => {
    expect(cardTypeNames).toEqual([
      'maestro',
      'dinersclub',
      'laser',
      'jcb',
      'unionpay',
      'discover',
      'mastercard',
      'amex',
      'visa',
    ])
  })
  test.each(Object.entries(prefixes) as [CardType, readonly string[]][])('%s is found by each prefix', (type, list) => {
    for (const prefix of list) expect([prefix, cardTypeOf(prefix)]).toEqual([prefix, type])
  })
  test.each([
    '',
    '1',
    '5',
    '50',
    '5017',
    '6',
    '60',
    '6764',
    '6700',
    '306',
    '39',
    '643',
    '2220',
    '2721',
    '2',
    '9',
    'x4',
  ])('no type begins with "%s"', (start) => expect(cardTypeOf(start)).toBeNull())
  test('further digits never change a type that four digits gave', () => {
    fc.assert(
      fc.property(
        anyNumber,
        ({ type, number }) => cardTypeOf(number) === type && cardTypeOf(number.slice(0, 4)) === type,
      ),
    )
  })
  test('a brand has a display name, and an unknown one is shown as it is', () => {
    expect([brandName('amex'), brandName('eftpos')]).toEqual(['American Express', 'eftpos'])
  })
})

describe('a card number', () => {
  test.each(Object.entries(lengths) as [CardType, readonly number[]][])('%s has only its lengths', (type, allowed) => {
    for (const prefix of prefixes[type]) {
      const valid = Array.from({ length: 25 }, (_, index) => index + 5).filter(
        (length) => validateCardNumber(numberOf(prefix, length)) === null,
      )
      expect([prefix, valid]).toEqual([prefix, allowed])
    }
  })
  test.each(cardTypeNames)('the checksum of %s counts, except for unionpay', (type) => {
    for (const prefix of prefixes[type]) {
      const wrong = spoil(numberOf(prefix, lengths[type][0] ?? 0))
      expect([prefix, validateCardNumber(wrong) === null]).toEqual([prefix, type === 'unionpay'])
    }
  })
  test('622 is unionpay, so its checksum does not count', () => {
    expect(validateCardNumber(spoil(numberOf('622', 16)))).toBeNull()
    expect(validateCardNumber(spoil(numberOf('6011', 16)))).toBe(accountMessages.card.number)
  })
  test.each([
    ['4242424242424242', true],
    ['4242-4242 4242-4242', true],
    ['  4242 4242 4242 4242 ', true],
    ['378282246310005', true],
    ['3056 930902 5904', true],
    ['5555555555554444', true],
    ['2223003122003222', true],
    ['6200000000000005', true],
    ['4242424242424241', false],
    ['4242a24242424242', false],
    ['424242424242', false],
    ['４２４２４２４２４２４２４２４２', false],
    ['4242.4242.4242.4242', false],
    ['1234567812345670', false],
    ['', false],
    [' - ', false],
  ])('%s is valid: %s', (number, isValid) => {
    expect(validateCardNumber(number)).toBe(isValid ? null : 'Please enter a valid card number')
  })
  test('spaces and dashes anywhere change nothing', () => {
    const filler = fc.constantFrom('', ' ', '-', '  ', ' - ')
    fc.assert(
      fc.property(anyNumber, fc.array(filler, { minLength: 20, maxLength: 20 }), ({ number }, fillers) => {
        const spread = [...number].map((digit, index) => digit + fillers[index]).join('')
        return validateCardNumber(spread) === null && stripCardNumber(spread) === number
      }),
    )
  })
  test('a checksum notices each single wrong digit', () => {
    fc.assert(
      fc.property(anyNumber, fc.nat(18), fc.integer({ min: 1, max: 9 }), ({ number }, at, by) => {
        const index = at % number.length
        const digits = [...number]
        digits[index] = String((Number(digits[index]) + by) % 10)
        return !passesLuhn(digits.join(''))
      }),
    )
  })
})

describe('the display of a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822', '3782 822'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['', ''],
    ['30569309025904', '3056 9309 0259 04'],
    ['6304000000000000000', '6304 0000 0000 0000 000'],
    ['4242-4242 x4242', '4242 4242 4242'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
    ['letters', ''],
  ])('%s is shown as "%s"', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown))
  test('grouping keeps each digit, and grouping again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d a-z-]{0,30}$/), (text) => {
        const shown = formatCardNumber(text)
        expect(shown.replaceAll(' ', '')).toBe(text.replace(/\D/g, '').slice(0, 19))
        expect(formatCardNumber(shown)).toBe(shown)
        expect(shown).toMatch(/^(\d+( \d+)*)?$/)
      }),
    )
  })
})

describe('the expiry of a card', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  test.each([
    ['12 / 30', 12, 2030],
    ['12/30', 12, 2030],
    ['01 / 2031', 1, 2031],
    ['1/27', 1, 2027],
    [' 05 /99 ', 5, 2099],
  ])('%s is read', (text, month, year) => expect(parseExpiry(text, now)).toEqual({ month, year }))
  test.each(['', '12', '12 /', '12 / 3', '12 / 303', '13 / 30', '00 / 30', 'ab / cd', '12 / 3a', '1230', '-1 / 30'])(
    '"%s" is no expiry',
    (text) => {
      expect(parseExpiry(text, now)).toBeNull()
      expect(validateExpiry(text, now)).toBe('Please enter a valid expiry date')
    },
  )
  test('a year of two digits is one of the current century', () => {
    expect(parseExpiry('01 / 30', new Date('2126-01-01T00:00:00Z'))).toEqual({ month: 1, year: 2130 })
  })
  test.each([
    ['10 / 26', '2026-11-01T00:00:00Z', true],
    ['10 / 26', '2026-10-31T23:59:59.999Z', false],
    ['11 / 26', '2026-11-30T23:59:59Z', false],
    ['12 / 26', '2026-12-31T23:59:59Z', false],
    ['12 / 26', '2027-01-01T00:00:00Z', true],
    ['01 / 2027', '2026-12-31T00:00:00Z', false],
    ['12 / 2025', '2026-01-01T00:00:00Z', true],
  ])('%s at %s is expired: %s', (text, at, expired) => {
    expect(validateExpiry(text, new Date(at))).toBe(expired ? 'This card has expired' : null)
  })
  test('a card is good to the last millisecond of its month, and no longer', () => {
    const anyMonth = fc.record({ month: fc.integer({ min: 1, max: 12 }), year: fc.integer({ min: 2000, max: 2098 }) })
    fc.assert(
      fc.property(anyMonth, (expiry) => {
        const end = Date.UTC(expiry.year, expiry.month, 1)
        return !isExpired(expiry, new Date(end - 1)) && isExpired(expiry, new Date(end))
      }),
    )
  })
})

describe('typing an expiry', () => {
  test.each([
    ['1', '1'],
    ['12', '12 / '],
    ['1230', '12 / 30'],
    ['122030', '12 / 2030'],
    ['1220301', '12 / 2030'],
    ['5', '05 / '],
    ['2', '02 / '],
    ['530', '05 / 30'],
    ['0', '0'],
    ['05', '05 / '],
    ['1/', '01 / '],
    ['1/30', '01 / 30'],
    ['12/2030', '12 / 2030'],
    ['ab', ''],
    ['', ''],
  ])('%s becomes "%s"', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))
  test('the separator can be deleted', () => {
    expect(formatExpiry('12 /', true)).toBe('12')
    expect(formatExpiry('12 / 3', true)).toBe('12 / 3')
    expect(formatExpiry('1', true)).toBe('1')
  })
  test('digits typed one by one give what they give at once, and formatting again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,9}$/), (digits) => {
        const typed = [...digits].reduce((shown, digit) => formatExpiry(shown + digit), '')
        expect(typed).toBe(formatExpiry(digits))
        expect(formatExpiry(typed)).toBe(typed)
        expect(typed.replace(/\D/g, '').length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('the security code of a card', () => {
  test.each(cardTypeNames)('%s has its length', (type) => {
    const valid = ['1', '12', '123', '1234', '12345'].filter((code) => validateCvc(code, type) === null)
    expect(valid).toEqual(type === 'amex' ? ['123', '1234'] : ['123'])
    expect(rulesOf(type).cvcLengths).toEqual(type === 'amex' ? [3, 4] : [3])
  })
  test('without a known type it has three or four digits', () => {
    const valid = ['', '12', '123', '1234', '12345'].filter((code) => validateCvc(code, null) === null)
    expect(valid).toEqual(['123', '1234'])
  })
  test.each(['12a', 'abc', '', ' 123', '12.', '１２３'])('"%s" is none', (code) => {
    expect(validateCvc(code, 'visa')).toBe('Please enter a valid security code')
  })
  test('typing accepts digits only, and at most four', () => {
    expect(['12345', '1a2b', '', '0000'].map(formatCvc)).toEqual(['1234', '12', '', '0000'])
  })
})
