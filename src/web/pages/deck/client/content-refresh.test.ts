import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentRefresh, refreshPause } from './content-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a deck is refreshed at most once a second for every four slides', () => {
  expect([1, 4, 8, 60].map(refreshPause)).toEqual([1_000, 1_000, 2_000, 15_000])
})

test('the first version is shown at once, later ones after the pause, the newest only', async () => {
  let [shown, newest] = [1, 1]
  const refresh = vi.fn(async () => {
    shown = newest
  })
  const { want, isBehind } = contentRefresh({ shown: () => shown, slideCount: () => 8, refresh })
  want(1)
  expect(refresh).not.toHaveBeenCalled()
  for (newest = 2; newest < 6; newest++) want(newest)
  newest = 5
  expect(isBehind()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(isBehind()).toBe(true)
  want(6)
  newest = 6
  await vi.advanceTimersByTimeAsync(2)
  expect(refresh).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  expect(isBehind()).toBe(false)
})

test('a refresh that failed is repeated', async () => {
  let shown = 1
  const refresh = vi
    .fn(async () => {
      shown = 2
    })
    .mockRejectedValueOnce(new Error('offline'))
  contentRefresh({ shown: () => shown, slideCount: () => 1, refresh }).want(2)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a page that cannot show a change is refreshed once, with the same pause, until that succeeds', async () => {
  const refresh = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('offline'))
  const { renew, isBehind } = contentRefresh({ shown: () => 1, slideCount: () => 8, refresh })
  for (let n = 0; n < 3; n++) renew()
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_999)
  expect([refresh.mock.calls.length, isBehind()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([refresh.mock.calls.length, isBehind()]).toEqual([2, false])
})
