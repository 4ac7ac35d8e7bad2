import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findRedis, type RedisServer, startRedis } from '../testing/redis-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { type AccessChange, createAccessChanges } from './access-changes.ts'
import { createProcessBus, type ProcessBus } from './process-bus.ts'

/** A log that counts its warnings and errors. */
function countingLog() {
  const counts = { warn: 0, error: 0 }
  return { counts, warn: () => void counts.warn++, error: () => void counts.error++ }
}

test('without Redis, access changes reach the listeners of the same process', async () => {
  const bus = await createProcessBus(null, countingLog())
  const changes = createAccessChanges(bus, countingLog())
  const received: unknown[] = []
  bus.subscribe('x', (message) => received.push(message))
  bus.publish('x', 1)
  const end = changes.subscribe((change) => received.push(change))
  changes.notify({ deckId: 7 })
  end()
  changes.notify({ deckId: 8 })
  expect([bus.joined, received]).toEqual([false, [{ deckId: 7 }]])
  bus.close()
})

// Needs Redis on this machine, such as: apt install redis-server.
describe.runIf(findRedis())('processes that are connected by Redis', () => {
  let redis: RedisServer
  const buses: ProcessBus[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(() => {
    for (const bus of buses.splice(0)) bus.close()
  })
  afterAll(() => redis.stop())

  /** Two connected buses. */
  async function joined(log = countingLog()) {
    const pair = [await createProcessBus(redis.address, log), await createProcessBus(redis.address, log)] as const
    buses.push(...pair)
    for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
      let ready = false
      const end = other.subscribe('ready', () => {
        ready = true
      })
      await waitFor(() => {
        one.publish('ready', null)
        return ready
      })
      end()
    }
    return pair
  }

  test('every subscriber of a channel gets all messages of that channel only, in order', async () => {
    const [here, there] = await joined()
    const received: string[] = []
    there.subscribe('a', (message) => received.push(`first ${message}`))
    there.subscribe('a', (message) => received.push(`second ${message}`))
    there.subscribe('b', (message) => received.push(`other ${message}`))
    here.subscribe('a', () => received.push('its own'))
    here.publish('a', 1)
    here.publish('a', 2)
    here.publish('b', 3)
    await waitFor(() => received.length >= 5)
    expect(received).toEqual(['first 1', 'second 1', 'first 2', 'second 2', 'other 3'])
  })

  test('an unsubscribed listener gets nothing, and a throwing listener or malformed text affects no other listener', async () => {
    const log = countingLog()
    const [here, there] = await joined(log)
    const received: string[] = []
    const end = there.subscribe('a', () => received.push('ended'))
    there.subscribe('a', () => {
      throw new Error('no')
    })
    there.subscribe('a', (message) => received.push(String(message)))
    end()
    const raw = createClient({ url: redis.address })
    await raw.connect()
    for (const text of ['{', 'null', '[]', '{"from":"x"}']) await raw.publish('lectern:sockets', text)
    raw.destroy()
    here.publish('a', 'received')
    await waitFor(() => received.length > 0)
    expect(received).toEqual(['received'])
    // The warnings: two malformed texts at each bus, and one listener that threw.
    expect(log.counts.warn).toBe(5)
  })

  test('an access change reaches each listener of both processes once', async () => {
    const [here, there] = await joined()
    const received: string[] = []
    const [ours, theirs] = [createAccessChanges(here, countingLog()), createAccessChanges(there, countingLog())]
    const about = (change: AccessChange) => ('deckId' in change ? String(change.deckId) : `user ${change.userId}`)
    ours.subscribe((change) => received.push(`here ${about(change)}`))
    theirs.subscribe((change) => received.push(`there ${about(change)}`))
    theirs.subscribe((change) => received.push(`there, too, ${about(change)}`))
    ours.notify({ deckId: 7 })
    await waitFor(() => received.length >= 3)
    theirs.notify({ userId: 8 })
    await waitFor(() => received.length >= 6)
    const [first, second] = [
      ['here 7', 'there 7', 'there, too, 7'],
      ['there user 8', 'there, too, user 8', 'here user 8'],
    ]
    expect(received).toEqual([...first, ...second])
  })
})
