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
  ['/subscriptions', 'billing:billing', true],
  ['/users/sign_in', 'public', true],
  ['/api/v1/passkeys', 'own:sessions', true],
  ['/api/v1/team/sign_on', 'team:change-settings', true],
  ['/api/v1/something_new', 'own:account', true],
  ['/api/v1/decks', 'signed-in', false],
  ['/api/v1/decks/:id', 'deck:save', false],
  ['/access_tokens/:token', 'public', false],
  ['/api/v1/slide_templates', 'own:templates', false],
  ['/api/v1/team/slide_templates', 'team:change-templates', false],
  ['/api/v1/themes/:id', 'theme:change', false],
])('%s (%s) is searched: %s', (path, permission, searched) => {
  expect(isCardFree({ path, permission })).toBe(searched)
})
