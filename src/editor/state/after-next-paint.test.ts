import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifyAfterPaint } from './after-next-paint.ts'

let frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  let change = (): void => undefined
  let notified = 0
  const end = notifyAfterPaint((listener) => {
    change = listener
    return () => undefined
  })(() => {
    notified += 1
  })
  return { change: () => change(), notified: () => notified, end }
}

describe('a subscription that notifies after the next paint', () => {
  it('notifies once after the frame, however many changes preceded it', () => {
    const { change, notified } = open()
    change()
    change()
    expect(notified()).toBe(0)
    for (const frame of frames) frame()
    expect(notified()).toBe(0)
    vi.advanceTimersByTime(0)
    expect(notified()).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(notified()).toBe(1)
    change()
    for (const frame of frames.slice(1)) frame()
    vi.advanceTimersByTime(0)
    expect(notified()).toBe(2)
  })

  it('notifies soon on a page in the background, which has no frames', () => {
    const { change, notified } = open()
    change()
    vi.advanceTimersByTime(100)
    expect(notified()).toBe(1)
  })

  it('does not notify after it is ended', () => {
    const { change, notified, end } = open()
    change()
    end()
    vi.advanceTimersByTime(1000)
    expect(notified()).toBe(0)
  })
})
