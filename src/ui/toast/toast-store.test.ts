import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, pauseToasts, resumeToasts, showError, showToast, toasts } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  resumeToasts()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.useRealTimers()
})

const texts = () => toasts.get().map(({ text }) => text)

test('a toast closes after 2500 ms plus 15 per character, times 1.5 for errors', () => {
  showToast('12345678901234567890')
  vi.advanceTimersByTime(2799)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toHaveLength(0)
  showError('12345678901234567890')
  vi.advanceTimersByTime(4199)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toHaveLength(0)
})

test('toasts stay while hovered; once released, they close after 5, 6 and 7 s', () => {
  for (const text of ['one', 'two', 'three']) showToast(text)
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['one', 'two', 'three'])
  resumeToasts()
  vi.advanceTimersByTime(5_000)
  expect(texts()).toEqual(['two', 'three'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual(['three'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

test('the same message is shown once, and a toast with a countdown stays until it is dismissed', () => {
  showToast('Saved')
  showToast('Saved')
  expect(texts()).toEqual(['Saved'])
  const id = showError('Lost connection to server', { retryAt: Date.now() + 9_000 })
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Lost connection to server'])
  dismissToast(id)
  expect(texts()).toEqual([])
})
