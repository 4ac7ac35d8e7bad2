import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { reconnectPause } from './reconnect-pause.ts'
import { timings } from './timings.ts'

test('delays grow from half a second to three and a half, and are ten after a minute', () => {
  const attempts = [0, 1, 2, 3, 19, 20, 21, 5_000]
  const longest = attempts.map((attempt) => reconnectPause(attempt, () => 1))
  expect(longest).toEqual([500, 2_000, 3_500, 3_500, 3_500, 10_000, 10_000, 10_000])
  const shortest = attempts.map((attempt) => reconnectPause(attempt, () => 0))
  expect(shortest).toEqual([0, 0, 0, 3_150, 3_150, 0, 9_000, 9_000])
})

/** Seeded random numbers from 0 to 1. */
function seeded(): () => number {
  let seed = 7
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

/** The delay in ms from the server's return to each client's first attempt. All clients lost the server at once. */
function askAfter(outage: number, pause: (attempt: number, random: () => number) => number): number[] {
  const random = seeded()
  return Array.from({ length: 10_000 }, () => {
    let at = 0
    for (let attempt = 0; at < outage; attempt++) at += pause(attempt, random)
    return at - outage
  })
}

/** Largest number of attempts within 100 ms. */
function herdOf(times: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const time of times) counts.set(Math.floor(time / 100), (counts.get(Math.floor(time / 100)) ?? 0) + 1)
  return Math.max(...counts.values())
}

test.each([1_000, 2_000, 5_000, 12_000, 40_000])(
  'ten thousand clients reconnect soon after an outage of %i ms, and never all at once',
  (outage) => {
    const times = askAfter(outage, reconnectPause)
    expect(Math.max(...times)).toBeLessThanOrEqual(timings.socketReconnectSoon)
    expect(herdOf(times)).toBeLessThan(1_000)
    // After the first seconds the attempts are spread evenly and fit within the reconnect limit.
    if (outage > 4_000) expect(herdOf(times)).toBeLessThan((limits.live.reconnectsPerSecond / 10) * 1.25)
  },
)

test('full jitter over a doubling bound would delay some clients for long and admit too many at once', () => {
  const doubling = (attempt: number, random: () => number) => random() * Math.min(10_000, 500 * 2 ** attempt)
  const times = askAfter(12_000, doubling)
  expect(Math.max(...times)).toBeGreaterThan(2 * timings.socketReconnectSoon)
})
