import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleLatest } from './throttle-latest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first and last of many changes are sent, at most one per interval', () => {
  const sent: number[] = []
  const send = throttleLatest(30, (value: number) => void sent.push(value))
  for (const value of [1, 2, 3, 4]) send(value)
  expect(sent).toEqual([1])
  vi.advanceTimersByTime(30)
  expect(sent).toEqual([1, 4])
  vi.advanceTimersByTime(30)
  send(5)
  expect(sent).toEqual([1, 4, 5])
})

test('a user’s step is sent even if the deck is moved right after it, and in order', () => {
  const sent: string[] = []
  const send = throttleLatest(
    30,
    ({ name }: { name: string; own: boolean }) => void sent.push(name),
    (next, waiting) => next.own || !waiting.own,
  )
  send({ name: 'ready', own: false })
  send({ name: 'step', own: true })
  send({ name: 'further step', own: true })
  send({ name: 'led back', own: false })
  send({ name: 'led on', own: false })
  expect(sent).toEqual(['ready', 'further step'])
  vi.advanceTimersByTime(30)
  expect(sent).toEqual(['ready', 'further step', 'led on'])
})
