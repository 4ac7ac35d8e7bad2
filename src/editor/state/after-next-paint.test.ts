import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heardAfterPaint } from './after-next-paint.ts'

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
  let heard = 0
  const end = heardAfterPaint((listener) => {
    change = listener
    return () => undefined
  })(() => {
    heard += 1
  })
  return { change: () => change(), heard: () => heard, end }
}

describe('what waits until the canvas is painted', () => {
  it('comes once, after the frame, however much changed before it', () => {
    const { change, heard } = open()
    change()
    change()
    expect(heard()).toBe(0)
    for (const frame of frames) frame()
    expect(heard()).toBe(0)
    vi.advanceTimersByTime(0)
    expect(heard()).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(heard()).toBe(1)
    change()
    for (const frame of frames.slice(1)) frame()
    vi.advanceTimersByTime(0)
    expect(heard()).toBe(2)
  })

  it('comes soon on a page in the background, which has no frames', () => {
    const { change, heard } = open()
    change()
    vi.advanceTimersByTime(100)
    expect(heard()).toBe(1)
  })

  it('does not come any more when nobody listens', () => {
    const { change, heard, end } = open()
    change()
    end()
    vi.advanceTimersByTime(1000)
    expect(heard()).toBe(0)
  })
})
