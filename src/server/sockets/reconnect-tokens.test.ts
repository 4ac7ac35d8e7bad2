import { expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { createKeys } from '../keys.ts'
import { createReconnectTokens } from './reconnect-tokens.ts'

const [secret, other] = ['kT4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-tests', 'other-vN8sK2hT6yB1cM5xW9rL3gD7fA-for-tests']

/** The reconnect tokens of one process, with its own clock. */
function process(key = secret) {
  let ms = 0
  const start = Date.UTC(2026, 0, 1)
  const tokens = createReconnectTokens({ keys: createKeys(key), now: () => new Date(start + ms) }, () => ms)
  return {
    ...tokens,
    pass: (more: number) => {
      ms += more
    },
  }
}

test('a token stays valid after a crash, from the same address, for half a day', () => {
  const token = process().issue('127.0.0.1', null)
  expect(process().admits(token, '127.0.0.1')).toBe(true)
  expect(process().admits(token, '127.0.0.2')).toBe(false)
  const later = process()
  later.pass(limits.live.reconnectTokenHours * 3_600_000 + 1)
  expect(later.admits(token, '127.0.0.1')).toBe(false)
})

test('a forged, changed or foreign token is invalid', () => {
  const { issue, admits } = process()
  const token = issue('127.0.0.1', null)
  const [until = '', nonce, signature] = token.split('.')
  const longer = (Number.parseInt(until, 36) + 1_000).toString(36)
  const made = ['', '.', '..', `${until}.${nonce}`, `${longer}.${nonce}.${signature}`, `${until}.x.${signature}`]
  const more = [`${token}.x`, `${token}${'x'.repeat(100)}`, process(other).issue('127.0.0.1', null)]
  for (const text of [...made, ...more]) expect([text, admits(text, '127.0.0.1')]).toEqual([text, false])
  expect(admits(token, '127.0.0.1')).toBe(true)
})

test('a token that was just used is refused, and accepted again a few seconds later', () => {
  const one = process()
  const token = one.issue('127.0.0.1', null)
  expect([1, 2, 3].map(() => one.admits(token, '127.0.0.1'))).toEqual([true, false, false])
  one.pass(900)
  expect(one.admits(token, '127.0.0.1')).toBe(false)
  one.pass(2_500)
  expect(one.admits(token, '127.0.0.1')).toBe(true)
})

test('a client keeps its token while at least half of its lifetime is left', () => {
  const one = process()
  const token = one.issue('127.0.0.1', null)
  expect(one.issue('127.0.0.1', token)).toBe(token)
  one.pass((limits.live.reconnectTokenHours / 2) * 3_600_000 + 1)
  const next = one.issue('127.0.0.1', token)
  expect(next).not.toBe(token)
  one.pass((limits.live.reconnectTokenHours / 2) * 3_600_000)
  expect([token, next].map((shown) => one.admits(shown, '127.0.0.1'))).toEqual([false, true])
})
