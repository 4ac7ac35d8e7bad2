import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../server/env.ts'
import { paymentsOff } from '../../server/payments/off.ts'
import type { Services } from '../../server/services.ts'
import { mountClock } from './mount-clock.ts'

/** Where a request comes from. */
interface Sender {
  readonly headers?: Record<string, string>
  readonly remoteAddress?: string
}

/** A server with the route, and how far its clock was moved, in ms. */
function clockServer(movable: boolean) {
  const moved: number[] = []
  const advanceClock = movable ? (ms: number) => void moved.push(ms) : null
  const services = { advanceClock, now: () => new Date(0), payments: paymentsOff() } as unknown as Services
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => reply.code((error as { status?: number }).status ?? 500).send())
  mountClock(app, services)
  const move = async (payload: object, more: Sender = {}) =>
    (await app.inject({ method: 'POST', url: '/dev/clock', payload, ...more })).statusCode
  return { moved, move }
}

describe('the route that moves the clock', () => {
  test('moves it by days, for a request of this machine', async () => {
    const { moved, move } = clockServer(true)
    expect(await move({ days: 2 })).toBe(200)
    expect(moved).toEqual([2 * 86_400_000])
  })

  test('is not there unless the clock can be moved', async () => {
    expect(await clockServer(false).move({ days: 1 })).toBe(404)
  })

  test('does not exist for others', async () => {
    const { moved, move } = clockServer(true)
    const others: readonly Sender[] = [
      { remoteAddress: '192.168.1.7' },
      { remoteAddress: '203.0.113.9' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { host: 'decks.example.org' } },
      // A page that a developer has open.
      { headers: { origin: 'http://localhost:3000' } },
    ]
    for (const more of others) expect([more, await move({ days: 1 }, more)]).toEqual([more, 404])
    expect(moved).toEqual([])
  })

  test.each([[{}], [{ days: 0 }], [{ days: -1 }], [{ days: 'many' }], [{ days: 1_001 }]])(
    'refuses %j',
    async (payload) => {
      const { moved, move } = clockServer(true)
      expect([await move(payload), moved]).toEqual([422, []])
    },
  )

  test('a clock can not be moved in production, whatever is set', () => {
    const set = { LECTERN_CLOCK: 'on', DATA_DIR: '/tmp/unused' }
    const production = { NODE_ENV: 'production', BASE_URL: 'https://decks.example.org' }
    expect(readSettings({ ...set, SECRET_KEY: 'p9Zr2mXw7LkV4tQyB8nGd1JsHf6cUe3A' }).movableClock).toBe(true)
    const key = { SECRET_KEY: 'p9Zr2mXw7LkV4tQyB8nGd1JsHf6cUe3A' }
    expect(readSettings({ ...set, ...production, ...key }).movableClock).toBe(false)
    expect(readSettings({ DATA_DIR: '/tmp/unused', ...key }).movableClock).toBe(false)
  })
})
