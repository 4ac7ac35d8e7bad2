import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const base = 'https://decks.example'

describe('sign-in never redirects to another site', () => {
  test.each([
    ['/ada/engines/edit#/2', '/ada/engines/edit#/2'],
    ['/explore?search=a%20b&page=2', '/explore?search=a%20b&page=2'],
    ['/', '/'],
    ['/handoff?to=acme&nonce=x', '/handoff?to=acme&nonce=x'],
    ['/a/../ada', '/ada'],
    ['/ada/https://evil.example', null],
  ])('%s leads to %s', (wanted, path) => expect(returnPath(wanted, base)).toBe(path))

  test.each([
    ...[
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
    ],
    ...[
      'https://evil.example',
      'https:evil.example',
      'http:///evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
    ],
    ...['evil.example', '.evil.example', '@evil.example', 'https://decks.example@evil.example', '/%2f/evil.example'],
    ...['/..//evil.example', '/./\\evil.example', '/%5cevil.example', '/a%0d%0aSet-Cookie:x', ' /ada', '', '?x', '#x'],
    ...['/users/sign_out', '/users/sign_out.json', '/users/sign_in', '/api/v1/decks', '/ada/deck.json', '/d/1/public'],
    ...['/USERS/SIGN_OUT', '/users%2fsign_out', '/x/../users/sign_out', '/%zz', `/${'a'.repeat(2_000)}`],
  ])('%j gives no redirect', (wanted) => expect(returnPath(wanted, base)).toBeNull())

  test('without a requested path there is no redirect', () => {
    expect([returnPath(null, base), returnPath(undefined, base)]).toEqual([null, null])
  })

  test('any requested path keeps the browser on this host', () => {
    const parts = fc.constantFrom(
      ...['/', '\\', '.', '..', ':', '@', '%2f', '%5c', '\t', 'evil.example', 'https', '?', '#', 'a'],
    )
    const wanted = fc.array(parts, { maxLength: 8 }).map((list) => `/${list.join('')}`)
    fc.assert(
      fc.property(wanted, (text) => {
        const path = returnPath(text, base)
        return path === null || new URL(path, base).origin === base
      }),
      { seed: 3, numRuns: 3_000 },
    )
  })
})
