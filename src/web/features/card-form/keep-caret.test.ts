import { describe, expect, test } from 'vitest'
import { formatExpiry } from '../../../rules/cards/card-expiry.ts'
import { formatCardNumber } from '../../../rules/cards/card-number.ts'
import { caretAfter } from './keep-caret.ts'

/** A text with its caret as |. */
function read(text: string): [string, number] {
  return [text.replace('|', ''), text.indexOf('|')]
}

/** The shown text with its caret, after `typed` was formatted. */
function shownAfter(typed: string, format: (text: string, isDeleting: boolean) => string, isDeleting = false): string {
  const [text, caret] = read(typed)
  const shown = format(text, isDeleting)
  const at = caretAfter(text, caret, shown, isDeleting)
  return `${shown.slice(0, at)}|${shown.slice(at)}`
}

describe('the caret', () => {
  test.each([
    ['4242|', '4242|'],
    ['42424|', '4242 4|'],
    // In the middle of a number.
    ['4242 9|4242', '4242 9|424 2'],
    ['4|242 4242', '4|242 4242'],
    ['42429| 4242', '4242 9|424 2'],
    // Behind the separator that a typed digit filled up to.
    ['4249|2 4242', '4249 |2424 2'],
    // A letter is dropped, and the caret stays.
    ['42a|42', '42|42'],
    ['|4242', '|4242'],
  ])('%s becomes %s while typing a number', (typed, shown) => {
    expect(shownAfter(typed, formatCardNumber)).toBe(shown)
  })

  test.each([
    ['4242| 242', '4242| 242'],
    ['4242|4242', '4242| 4242'],
    ['424|4242 4', '424|4 2424'],
    ['|242 4242', '|2424 242'],
  ])('%s becomes %s while deleting in a number', (typed, shown) => {
    expect(shownAfter(typed, formatCardNumber, true)).toBe(shown)
  })

  test.each([
    ['5|', '05 / |'],
    ['12|', '12 / |'],
    ['123| / 0', '12 / 3|0'],
    ['7|2', '07 / |2'],
  ])('%s becomes %s while typing an expiry', (typed, shown) => {
    expect(shownAfter(typed, formatExpiry)).toBe(shown)
  })
})
