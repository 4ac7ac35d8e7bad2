import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilenceWatch } from './silence-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openWatch() {
  const connection = { probe: vi.fn(), onSilent: vi.fn() }
  const watch = new SilenceWatch(connection)
  const counts = () => [connection.probe.mock.calls.length, connection.onSilent.mock.calls.length]
  return { watch, counts }
}

test('a server that answers nothing for six seconds is silent, and is asked once more before', () => {
  const { watch, counts } = openWatch()
  watch.expect()
  vi.advanceTimersByTime(2_500)
  watch.expect()
  expect(counts()).toEqual([0, 0])
  vi.advanceTimersByTime(3_400)
  expect(counts()).toEqual([1, 0])
  vi.advanceTimersByTime(200)
  expect(counts()).toEqual([1, 1])
})

test('a server that answers other things meanwhile is not silent', () => {
  const { watch, counts } = openWatch()
  watch.expect()
  vi.advanceTimersByTime(3_500)
  watch.end()
  vi.advanceTimersByTime(60_000)
  expect(counts()).toEqual([1, 0])
})

test('while nothing was sent, nothing is expected', () => {
  const { counts } = openWatch()
  vi.advanceTimersByTime(60_000)
  expect(counts()).toEqual([0, 0])
})
