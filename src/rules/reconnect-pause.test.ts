import { expect, test } from 'vitest'
import { reconnectPause } from './reconnect-pause.ts'

test('pauses grow from half a second to four, later to ten, and are spread over all of it', () => {
  const longest = [0, 1, 2, 3, 4, 7, 8, 5_000].map((attempt) => reconnectPause(attempt, () => 1))
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000, 10_000, 10_000])
  expect(reconnectPause(3, () => 0)).toBe(0)
  expect(reconnectPause(3, () => 0.25)).toBe(1_000)
})
