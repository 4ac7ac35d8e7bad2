import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentRefresh, refreshPause } from './content-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a deck is refreshed at most once a second for every four slides', () => {
  expect([1, 4, 8, 60].map(refreshPause)).toEqual([1_000, 1_000, 2_000, 15_000])
})

test('the first save is shown at once, later ones after the pause, the newest only', async () => {
  let newest = 1
  const refresh = vi.fn(async () => newest)
  const onSaved = contentRefresh({ version: 1, slideCount: () => 8, refresh })
  onSaved(1)
  expect(refresh).not.toHaveBeenCalled()
  for (newest = 2; newest < 6; newest++) onSaved(newest)
  newest = 5
  await vi.advanceTimersByTimeAsync(1_999)
  expect(refresh).toHaveBeenCalledTimes(1)
  onSaved(6)
  newest = 6
  await vi.advanceTimersByTimeAsync(2)
  expect(refresh).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a refresh that failed is repeated', async () => {
  const refresh = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(2)
  contentRefresh({ version: 1, slideCount: () => 1, refresh })(2)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(refresh).toHaveBeenCalledTimes(2)
})
