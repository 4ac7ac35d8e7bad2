import { describe, expect, test } from 'vitest'
import { hasCardNumber, isCardFree } from './card-free.ts'

describe('card numbers are found in any part of a body', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    'my card is 4242-4242-4242-4242, thanks',
    '4242 4242 4242 4242 123',
    '4242424242424242 12/30',
    'room 7 4242424242424242',
    4242424242424242,
    { subscription: { token: '378282246310005' } },
    { user: [{ note: ['x', { y: '6011111111111117' }] }] },
    { '4242424242424242': '' },
    '4222222222222',
    '6304000000000000000',
  ])('%j', (value) => {
    expect(hasCardNumber(value)).toBe(true)
  })

  test.each([
    '4242424242424241',
    '424242424242',
    '42424242424242424242',
    'tok_sandbox_ok_visa_4242_122031',
    '',
    null,
    {},
  ])('%j has none', (value) => {
    expect(hasCardNumber(value)).toBe(false)
  })
})

test.each([
  ['/subscriptions', true],
  ['/subscriptions/reactivate', true],
  ['/account/subscription', true],
  ['/users', true],
  ['/api/v1/users/:id', true],
  ['/api/v1/team/members', true],
  ['/api/v1/decks/:id', false],
  ['/api/v1/slide_templates', false],
])('%s is searched: %s', (path, searched) => {
  expect(isCardFree(path)).toBe(searched)
})
