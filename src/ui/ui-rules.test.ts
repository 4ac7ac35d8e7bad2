import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceOf } from './device.ts'
import { delayFrom } from './page-behaviors.ts'
import { easeInOut } from './scroll-to.ts'
import { currentHeading } from './scroll-toc.tsx'
import { createStore } from './store.ts'
import { throttle } from './throttle.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('devices', () => {
  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', true, 'phone'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari', true, 'phone'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710)', true, 'tablet'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', true, 'tablet'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false, 'computer'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', true, 'computer'],
  ] as const)('%s with a coarse pointer (%s) is a %s', (userAgent, coarse, device) => {
    expect(deviceOf(userAgent, coarse)).toBe(device)
  })
})

test('a delay in the URL is ignored unless it is an integer in ms', () => {
  const read = (query: string) => delayFrom(new URLSearchParams(query), 'autoclose')
  expect(read('autoclose=500')).toBe(500)
  for (const query of ['', 'autoclose=', 'autoclose=-1', 'autoclose=1.5', 'autoclose=soon'])
    expect(read(query)).toBeNull()
})

test('the table of contents marks the last heading above the reading line, and the last heading at the page’s end', () => {
  expect(currentHeading([200, 600, 900], false)).toBe(0)
  expect(currentHeading([-500, 120, 900], false)).toBe(1)
  expect(currentHeading([-500, 300, 700], true)).toBe(2)
})

test('smooth scrolling starts and ends slowly and reaches its target', () => {
  expect([easeInOut(0), easeInOut(0.5), easeInOut(1)]).toEqual([0, 0.5, 1])
  expect(easeInOut(0.1)).toBeLessThan(0.1)
})

test('a throttled search runs at once, then at most every 300 ms, and never drops the last term', () => {
  vi.useFakeTimers()
  const terms: string[] = []
  const search = throttle((term: string) => terms.push(term), 300)
  for (const term of ['b', 'be', 'bee', 'bees']) search(term)
  expect(terms).toEqual(['b'])
  vi.advanceTimersByTime(300)
  expect(terms).toEqual(['b', 'bees'])
  search('wasps')
  search.cancel()
  vi.advanceTimersByTime(1_000)
  expect(terms).toEqual(['b', 'bees'])
})

test('a store notifies its listeners of real changes only', () => {
  const store = createStore(1)
  const seen: number[] = []
  const end = store.subscribe(() => seen.push(store.get()))
  store.set(1)
  store.set((value) => value + 1)
  end()
  store.set(9)
  expect(seen).toEqual([2])
})
