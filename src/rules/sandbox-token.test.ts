import { describe, expect, test } from 'vitest'
import { readSandboxToken, sandboxToken } from './sandbox-token.ts'

const card = { brand: 'visa', expMonth: 3, expYear: 2031 }

describe('the token of a sandbox card', () => {
  test.each([
    ['4242424242424242', 'ok'],
    ['4000000000000002', 'declined'],
    ['4000000000000069', 'expired'],
    ['4000000000009995', 'insufficient'],
    ['4000000000000341', 'later'],
    ['5555555555554444', 'ok'],
  ] as const)('of %s says %s and has only the last four digits', (number, outcome) => {
    const token = sandboxToken(number, card)
    expect(readSandboxToken(token)).toEqual({ ...card, outcome, last4: number.slice(-4) })
    expect(token).not.toMatch(/\d{7}/)
  })

  test.each(['', 'tok_sandbox', 'tok_sandbox_ok_visa_4242_132031', 'tok_sandbox_maybe_visa_4242_122031', 'pm_1'])(
    '%j is none',
    (text) => {
      expect(readSandboxToken(text)).toBeNull()
    },
  )
})
