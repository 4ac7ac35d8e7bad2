import { afterAll, expect, test } from 'vitest'
import { pauseAfter } from '../../rules/rate-limits.ts'
import { freePort } from '../../testing/free-port.ts'
import { findRedis, startRedis } from '../../testing/redis-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createLog } from './logging.ts'
import { type ClosableRateLimits, createRateLimits } from './request-counters.ts'

const rules = {
  few: { tries: 3, seconds: 60, by: 'address', withoutStore: 'closed' },
  wrong: { tries: 9, seconds: 60, by: 'user', withoutStore: 'closed', pause: { free: 2, first: 1, max: 4 } },
  many: { tries: 3, seconds: 60, by: 'address', withoutStore: 'open' },
} as const
const made: ClosableRateLimits<keyof typeof rules>[] = []
const limits = async (redisUrl: string | null = null) => {
  const one = await createRateLimits({ redisUrl, log: createLog('silent'), rules })
  made.push(one)
  return one
}
afterAll(async () => {
  for (const one of made) await one.close()
})
const take = async (one: ClosableRateLimits<keyof typeof rules>, subject: string) =>
  (await one.take('few', subject)).allowed

test('attempts are allowed up to the limit, then refused with the time to wait', async () => {
  const one = await limits()
  for (let n = 0; n < 3; n++) expect(await one.take('few', '192.0.2.1')).toEqual({ allowed: true, retryAfter: 0 })
  const refused = await one.take('few', '192.0.2.1')
  expect(refused.allowed).toBe(false)
  expect(refused.retryAfter).toBeGreaterThan(50)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  expect(await take(one, '192.0.2.2')).toBe(true)
})

test('a check does not count, and a success resets the failures', async () => {
  const one = await limits()
  for (let n = 0; n < 10; n++) expect((await one.check('few', 'ann')).allowed).toBe(true)
  for (let n = 0; n < 3; n++) await one.take('few', 'ann')
  expect((await one.check('few', 'ann')).allowed).toBe(false)
  await one.reset('few', 'ann')
  expect((await one.check('few', 'ann')).allowed).toBe(true)
})

test('repeated failures delay the next attempt, longer each time up to a maximum', async () => {
  const pause = { free: 3, first: 1, max: 900 }
  const delays = Array.from({ length: 16 }, (_, failures) => pauseAfter(failures, pause))
  expect(delays).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  const one = await limits()
  const check = () => one.check('wrong', 'ann')
  for (let n = 0; n < 2; n++) await one.take('wrong', 'ann')
  expect(await check()).toEqual({ allowed: true, retryAfter: 0 })
  for (const retryAfter of [1, 2, 4, 4]) {
    await one.take('wrong', 'ann')
    expect(await check()).toEqual({ allowed: false, retryAfter })
  }
  expect((await one.check('wrong', 'bob')).allowed).toBe(true)
  await one.reset('wrong', 'ann')
  expect((await check()).allowed).toBe(true)
})

test('all addresses of one IPv6 subscriber share a count', async () => {
  const one = await limits()
  for (const address of ['2001:db8:1:2200::1', '2001:db8:1:22ff:1:2:3:4', '2001:0DB8:0001:22aa::']) {
    expect(await take(one, address)).toBe(true)
  }
  expect(await take(one, '2001:db8:1:2201::9')).toBe(false)
  expect(await take(one, '2001:db8:1:2300::1')).toBe(true)
  for (let n = 0; n < 3; n++) await take(one, '192.0.2.7')
  expect(await take(one, '::ffff:192.0.2.7')).toBe(false)
})

test('while the store is unavailable, passwords are refused and pages can be read', async () => {
  const one = await limits(`redis://127.0.0.1:${await freePort()}`)
  expect(await one.take('few', 'ann')).toEqual({ allowed: false, retryAfter: 30 })
  expect((await one.take('many', 'ann')).allowed).toBe(true)
})

// Needs Redis on this machine, such as: apt install redis-server.
test.runIf(findRedis())('two processes share a count, and continue after Redis was down', async () => {
  const redis = await startRedis()
  try {
    const [one, other] = [await limits(redis.address), await limits(redis.address)]
    expect(await take(one, 'ann')).toBe(true)
    expect(await take(other, 'ann')).toBe(true)
    expect(await take(one, 'ann')).toBe(true)
    expect(await take(other, 'ann')).toBe(false)
    await redis.kill()
    expect(await take(one, 'bob')).toBe(false)
    await redis.start()
    await waitFor(() => take(one, 'bob'))
  } finally {
    await redis.stop()
  }
})

test('an undefined limit throws', async () => {
  await expect((await limits()).take('fwe' as 'few', 'ann')).rejects.toThrow("no rate limit 'fwe'")
})
