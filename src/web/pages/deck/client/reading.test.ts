// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { overrideTimings } from '../../../../rules/timings.ts'
import type { DeckPosition } from './deck-view.ts'
import { createReading, reportReading } from './reading.ts'

describe('a reading', () => {
  test('reaches half and all of the slides once each', () => {
    const reading = createReading(4)
    const steps = ['a', 'a', 'b', 'c', 'b', 'd', 'a'].map((id) => reading.see(id))
    expect(steps).toEqual([false, false, true, false, false, true, false])
    expect(reading.take()).toEqual({ slides: ['a', 'b', 'c', 'd'], progress: 100 })
    expect(reading.take()).toBeNull()
  })

  test('of a deck of one slide is complete at once', () => {
    const reading = createReading(1)
    expect([reading.see('a'), reading.take()]).toEqual([true, { slides: ['a'], progress: 100 }])
  })

  test('keeps slides whose report failed for the next report', () => {
    const reading = createReading(3)
    reading.see('a')
    const pending = reading.take()
    reading.see('b')
    if (pending) reading.restore(pending)
    expect(reading.take()).toEqual({ slides: ['b', 'a'], progress: 50 })
  })
})

describe('a page', () => {
  const slides = ['a', 'b', 'c', 'd'].map((id, h) => [h, 0, id] as const)
  let reports: { body: Record<string, unknown>; options: RequestInit }[]
  let arrive: (position: DeckPosition) => void
  let restore: () => void
  let answer: number

  const open = (reading: string | null) =>
    reportReading({ view: 'show', deckId: 7, slides, reading }, (listener) => {
      arrive = listener
    })

  beforeEach(() => {
    reports = []
    answer = 204
    arrive = () => {}
    restore = overrideTimings({ readingTold: 5_000 })
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
      expect(path).toBe('/api/v1/decks/7/progress.json')
      reports.push({ body: JSON.parse(String(options.body)), options })
      return new Response(null, { status: answer })
    })
  })
  afterEach(() => {
    restore()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('reports half and all at once, the rest after a delay, and nothing twice', () => {
    open('ticket')
    for (const h of [0, 0, 1]) arrive({ h, v: 0 })
    expect(reports.map(({ body }) => body)).toEqual([{ ticket: 'ticket', slides: ['a', 'b'], progress: 50 }])
    arrive({ h: 2, v: 0 })
    expect(reports).toHaveLength(1)
    vi.advanceTimersByTime(5_000)
    expect(reports.at(-1)?.body).toEqual({ ticket: 'ticket', slides: ['c'], progress: 50 })
    arrive({ h: 3, v: 0 })
    expect(reports.at(-1)?.body).toEqual({ ticket: 'ticket', slides: ['d'], progress: 100 })
    arrive({ h: 1, v: 0 })
    vi.advanceTimersByTime(60_000)
    expect(reports).toHaveLength(3)
  })

  test('reports when it is left, without a cookie', () => {
    open('ticket')
    arrive({ h: 0, v: 0 })
    window.dispatchEvent(new Event('pagehide'))
    expect(reports).toHaveLength(1)
    expect(reports[0]?.options).toMatchObject({ credentials: 'omit', keepalive: true })
  })

  test.each([
    [429, true],
    [503, true],
    [204, false],
    [403, false],
  ])('whose report got status %i reports its slides again: %s', async (status, again) => {
    answer = status
    open('ticket')
    arrive({ h: 0, v: 0 })
    await vi.advanceTimersByTimeAsync(5_000)
    arrive({ h: 1, v: 0 })
    expect(reports.map(({ body }) => [...(body.slides as string[])].sort())).toEqual([
      ['a'],
      again ? ['a', 'b'] : ['b'],
    ])
    // Sends what is pending, so that the next test starts clean.
    answer = 204
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('pagehide'))
  })

  test('without a token, as for the deck’s author, reports nothing', () => {
    open(null)
    for (const h of [0, 1, 2, 3]) arrive({ h, v: 0 })
    window.dispatchEvent(new Event('pagehide'))
    expect(reports).toEqual([])
  })

  test('open for more than a day reports nothing', () => {
    open('ticket')
    vi.advanceTimersByTime(25 * 3_600_000)
    for (const h of [0, 1]) arrive({ h, v: 0 })
    expect(reports).toEqual([])
  })
})
