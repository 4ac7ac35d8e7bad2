import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latestEvery } from './rate-of-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first and last of many changes are sent, at most one per interval', () => {
  const told: number[] = []
  const tell = latestEvery(30, (value: number) => void told.push(value))
  for (const value of [1, 2, 3, 4]) tell(value)
  expect(told).toEqual([1])
  vi.advanceTimersByTime(30)
  expect(told).toEqual([1, 4])
  vi.advanceTimersByTime(30)
  tell(5)
  expect(told).toEqual([1, 4, 5])
})

test('a step of the user is sent even when the deck is moved right after, and in order', () => {
  const told: string[] = []
  const tell = latestEvery(
    30,
    ({ name }: { name: string; own: boolean }) => void told.push(name),
    (next, waiting) => next.own || !waiting.own,
  )
  tell({ name: 'ready', own: false })
  tell({ name: 'step', own: true })
  tell({ name: 'further step', own: true })
  tell({ name: 'led back', own: false })
  tell({ name: 'led on', own: false })
  expect(told).toEqual(['ready', 'further step'])
  vi.advanceTimersByTime(30)
  expect(told).toEqual(['ready', 'further step', 'led on'])
})
