import { expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { createKeys } from '../keys.ts'
import { createReturnTickets } from './return-tickets.ts'

const [secret, other] = ['kT4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-tests', 'other-vN8sK2hT6yB1cM5xW9rL3gD7fA-for-tests']

/** The tickets of one process, with a clock of its own. */
function process(key = secret) {
  let ms = 0
  const start = Date.UTC(2026, 0, 1)
  const tickets = createReturnTickets({ keys: createKeys(key), now: () => new Date(start + ms) }, () => ms)
  return {
    ...tickets,
    pass: (more: number) => {
      ms += more
    },
  }
}

test('who was let in before a crash is known after it, from the same address, for half a day', () => {
  const ticket = process().issue('127.0.0.1', null)
  expect(process().admits(ticket, '127.0.0.1')).toBe(true)
  expect(process().admits(ticket, '127.0.0.2')).toBe(false)
  const later = process()
  later.pass(limits.live.returnHours * 3_600_000 + 1)
  expect(later.admits(ticket, '127.0.0.1')).toBe(false)
})

test('a ticket that was made up, changed, or made by another instance is none', () => {
  const { issue, admits } = process()
  const ticket = issue('127.0.0.1', null)
  const [until = '', nonce, signature] = ticket.split('.')
  const longer = (Number.parseInt(until, 36) + 1_000).toString(36)
  const made = ['', '.', '..', `${until}.${nonce}`, `${longer}.${nonce}.${signature}`, `${until}.x.${signature}`]
  const more = [`${ticket}.x`, `${ticket}${'x'.repeat(100)}`, process(other).issue('127.0.0.1', null)]
  for (const text of [...made, ...more]) expect([text, admits(text, '127.0.0.1')]).toEqual([text, false])
  expect(admits(ticket, '127.0.0.1')).toBe(true)
})

test('a ticket counts once, and again after a moment, when its page was cut off again', () => {
  const one = process()
  const ticket = one.issue('127.0.0.1', null)
  expect([1, 2, 3].map(() => one.admits(ticket, '127.0.0.1'))).toEqual([true, false, false])
  one.pass(900)
  expect(one.admits(ticket, '127.0.0.1')).toBe(false)
  one.pass(2_500)
  expect(one.admits(ticket, '127.0.0.1')).toBe(true)
})

test('who comes back keeps their ticket while it is good for long enough', () => {
  const one = process()
  const ticket = one.issue('127.0.0.1', null)
  expect(one.issue('127.0.0.1', ticket)).toBe(ticket)
  one.pass((limits.live.returnHours / 2) * 3_600_000 + 1)
  const next = one.issue('127.0.0.1', ticket)
  expect(next).not.toBe(ticket)
  one.pass((limits.live.returnHours / 2) * 3_600_000)
  expect([ticket, next].map((shown) => one.admits(shown, '127.0.0.1'))).toEqual([false, true])
})
