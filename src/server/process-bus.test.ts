import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findRedis, type RedisServer, startRedis } from '../testing/redis-server.ts'
import { waitFor } from '../testing/wait-for.ts'
import { createAccessChanges } from './access-changes.ts'
import { createProcessBus, type ProcessBus } from './process-bus.ts'

/** A log that counts its warnings and errors. */
function countingLog() {
  const counts = { warn: 0, error: 0 }
  return { counts, warn: () => void counts.warn++, error: () => void counts.error++ }
}

test('without Redis there is one process, which tells its own listeners of changed access', async () => {
  const bus = await createProcessBus(null, countingLog())
  const changes = createAccessChanges(bus, countingLog())
  const heard: unknown[] = []
  bus.hear('x', (message) => heard.push(message))
  bus.tell('x', 1)
  const end = changes.listen((change) => heard.push(change))
  changes.tell({ deckId: 7 })
  end()
  changes.tell({ deckId: 8 })
  expect([bus.joined, heard]).toEqual([false, [{ deckId: 7 }]])
  bus.close()
})

// Needs Redis on this machine, such as: apt install redis-server.
describe.runIf(findRedis())('processes that are joined by Redis', () => {
  let redis: RedisServer
  const buses: ProcessBus[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(() => {
    for (const bus of buses.splice(0)) bus.close()
  })
  afterAll(() => redis.stop())

  /** Two buses that hear each other. */
  async function joined(log = countingLog()) {
    const pair = [await createProcessBus(redis.address, log), await createProcessBus(redis.address, log)] as const
    buses.push(...pair)
    for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
      let ready = false
      const end = other.hear('ready', () => {
        ready = true
      })
      await waitFor(() => {
        one.tell('ready', null)
        return ready
      })
      end()
    }
    return pair
  }

  test('every listener of a channel gets every message, in order, and no other channel’s', async () => {
    const [here, there] = await joined()
    const heard: string[] = []
    there.hear('a', (message) => heard.push(`first ${message}`))
    there.hear('a', (message) => heard.push(`second ${message}`))
    there.hear('b', (message) => heard.push(`other ${message}`))
    here.hear('a', () => heard.push('its own'))
    here.tell('a', 1)
    here.tell('a', 2)
    here.tell('b', 3)
    await waitFor(() => heard.length >= 5)
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2', 'other 3'])
  })

  test('a listener that has ended hears nothing, one that throws disturbs no other, and so does broken text', async () => {
    const log = countingLog()
    const [here, there] = await joined(log)
    const heard: string[] = []
    const end = there.hear('a', () => heard.push('ended'))
    there.hear('a', () => {
      throw new Error('no')
    })
    there.hear('a', (message) => heard.push(String(message)))
    end()
    const raw = createClient({ url: redis.address })
    await raw.connect()
    for (const text of ['{', 'null', '[]', '{"from":"x"}']) await raw.publish('lectern:sockets', text)
    raw.destroy()
    here.tell('a', 'heard')
    await waitFor(() => heard.length > 0)
    expect(heard).toEqual(['heard'])
    // Two texts that are no message at each bus, and the listener that threw.
    expect(log.counts.warn).toBe(5)
  })

  test('a change of access reaches both processes once each', async () => {
    const [here, there] = await joined()
    const heard: string[] = []
    const [ours, theirs] = [createAccessChanges(here, countingLog()), createAccessChanges(there, countingLog())]
    ours.listen(({ deckId }) => heard.push(`here ${deckId}`))
    theirs.listen(({ deckId }) => heard.push(`there ${deckId}`))
    theirs.listen(({ deckId }) => heard.push(`there, too, ${deckId}`))
    ours.tell({ deckId: 7 })
    await waitFor(() => heard.length >= 3)
    theirs.tell({ deckId: 8 })
    await waitFor(() => heard.length >= 6)
    expect(heard).toEqual(['here 7', 'there 7', 'there, too, 7', 'there 8', 'there, too, 8', 'here 8'])
  })
})
