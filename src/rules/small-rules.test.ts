import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type Activity, addActivity, isIdle } from './activity-history.ts'
import { formatDate, formatDateTime, relativeTime } from './dates.ts'
import { absoluteDeckUrl, absoluteProfileUrl, deckUrl, isUntitled, profileUrl, shownTitle } from './deck-url.ts'
import { limits } from './limits.ts'
import { type LoadingEvent, type LoadingState, nextLoadingState } from './loading-state.ts'
import { defaultLocalSettings, parseLocalSettings, renderLocalSettings } from './local-settings.ts'
import { dollarColumn } from './prices.ts'
import { noProgress, seeSlide } from './progress.ts'
import { promptCounter } from './prompt-counter.ts'
import { clampToRange, roundTo } from './range.ts'
import { rates, ratesFor } from './rate-limits.ts'
import { defaultSlideSize, slideSizeOf } from './slide-size.ts'
import { notesLength } from './speaker.ts'
import { formatBytes, meterState } from './storage-meter.ts'
import { overrideTimings, timings } from './timings.ts'
import { heldReleaseTimes, retryText, toastDuration } from './toasts.ts'

describe('specified numbers', () => {
  test('timings', () => {
    expect(timings).toMatchObject({
      sessionCheck: 60_000,
      changesCheck: 1_500,
      autosave: 4_000,
      saveTimeout: 25_000,
      fontLoad: 5_000,
      slideTransition: 800,
      activityCheck: 500,
      pointerDownReset: 30_000,
      timeRefresh: 120_000,
      tooltipFade: 150,
      tooltipDelayThreshold: 500,
      tocThrottle: 100,
      tutorialFade: 400,
      animationFast: 200,
      animation: 400,
      animationSlow: 600,
      collaborationIdle: 240_000,
      typingReset: 15_000,
      typingSend: 5_000,
      socketReconnectMax: 10_000,
      notification: 5_000,
      popupFade: 500,
      importSocket: 240_000,
      validation: 600,
      validationWithError: 300,
    })
  })
  test('limits', () => {
    expect(slideSizeOf(defaultSlideSize)).toEqual({ width: 960, height: 700 })
    expect(limits.slide).toMatchObject({ notes: 10_000, url: 2_000 })
    expect(limits.upload).toMatchObject({
      imageKilobytes: 10_000,
      importKilobytes: 100_000,
      concurrency: 2,
      queue: 100,
    })
    expect(limits.embed).toMatchObject({ width: 576, height: 420, min: 1, digits: 4 })
    expect(limits.ui.tooltipArrow).toBe(6)
  })
})

describe('rate limits', () => {
  test('wrong passwords and sign-ups', () => {
    expect(ratesFor(true)['sign-in']).toMatchObject({ tries: 10, seconds: 600, by: 'address', withoutStore: 'closed' })
    expect(ratesFor(true)['sign-up']).toMatchObject({ tries: 5, seconds: 3_600 })
  })
  test('outside production only the limits of accounts, mails and exports are relaxed, never those of password guessing', () => {
    const cheaper = Object.keys(rates).filter((name) => {
      const rule = name as keyof typeof rates
      return JSON.stringify(ratesFor(false)[rule]) !== JSON.stringify(ratesFor(true)[rule])
    })
    expect(cheaper).toEqual(['sign-up', 'reset', 'export'])
  })
})

describe('timings can be overridden for a test or a page, and restored', () => {
  let restore = () => {}
  afterEach(() => restore())
  test('only known names with valid numbers are accepted', () => {
    restore = overrideTimings({ autosave: 10, changesCheck: -1, popupFade: Number.NaN, toString: 3, unknown: 5 })
    expect([timings.autosave, timings.changesCheck, timings.popupFade]).toEqual([10, 1_500, 500])
    expect('unknown' in timings).toBe(false)
    restore()
    expect(timings.autosave).toBe(4_000)
  })
})

describe('formatted dates', () => {
  test.each([
    ['2015-03-02', 'Mar 2nd, 2015'],
    ['2026-01-01', 'Jan 1st, 2026'],
    ['2026-05-03', 'May 3rd, 2026'],
    ['2026-06-11', 'Jun 11th, 2026'],
    ['2026-06-12', 'Jun 12th, 2026'],
    ['2026-06-13', 'Jun 13th, 2026'],
    ['2026-12-21', 'Dec 21st, 2026'],
    ['2026-12-22', 'Dec 22nd, 2026'],
    ['2026-12-31', 'Dec 31st, 2026'],
  ])('%s is %s', (date, text) => expect(formatDate(date)).toBe(text))

  test('times are shown in the viewer’s time zone', () => {
    expect(formatDateTime(new Date(2026, 10, 22, 8, 2))).toBe('Nov 22nd, 2026 at 08:02')
    expect(formatDateTime(new Date(2026, 0, 1, 23, 59).toISOString())).toBe('Jan 1st, 2026 at 23:59')
  })

  test.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, 'a minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, 'an hour ago'],
    [7_200, '2 hours ago'],
    [86_400, 'a day ago'],
    [40 * 86_400, 'a month ago'],
    [800 * 86_400, '2 years ago'],
    [-7_200, 'in 2 hours'],
  ])('%s s ago is %s', (seconds, text) => {
    const now = Date.UTC(2026, 5, 1)
    expect(relativeTime(now - seconds * 1000, now)).toBe(text)
  })
})

describe('toast timing', () => {
  test('2500 ms plus 15 ms per character; times 1.5 if negative', () => {
    expect(toastDuration('x'.repeat(20), 'positive')).toBe(2_800)
    expect(toastDuration('x'.repeat(20), 'negative')).toBe(4_200)
    expect(toastDuration('', 'neutral')).toBe(5_000)
    expect(toastDuration('', 'negative')).toBe(7_500)
    expect(toastDuration('x', 'negative', 1_000)).toBe(1_500)
  })
  test('held toasts disappear one after another once released', () => {
    expect(heldReleaseTimes(3)).toEqual([5_000, 6_000, 7_000])
  })
  test('the countdown shows Retrying... below 2 seconds', () => {
    expect(retryText(1_900)).toBe('Retrying...')
    expect(retryText(2_000)).toBe('Retrying in 2s')
    expect(retryText(8_400)).toBe('Retrying in 9s')
  })
})

describe('deck URLs', () => {
  const deck = { username: 'ada', slug: 'engines', id: 7 }
  const base = 'https://decks.example:8443'
  test.each([
    [deckUrl(deck), '/ada/engines'],
    [deckUrl({ ...deck, slug: null }), '/ada/7'],
    [deckUrl({ ...deck, slug: '' }), '/ada/7'],
    [deckUrl(deck, { view: 'edit' }), '/ada/engines/edit'],
    [deckUrl(deck, { view: 'live', token: 'a/b' }), '/ada/engines/live?token=a%2Fb'],
    [deckUrl(deck, { view: 'embed', style: 'light' }), '/ada/engines/embed?style=light'],
    [deckUrl(deck, { view: 'embed', style: 'dark' }), '/ada/engines/embed'],
    [deckUrl(deck, { hash: '#/2/1' }), '/ada/engines#/2/1'],
    [profileUrl('ada'), '/ada'],
    [
      absoluteDeckUrl(base, { ...deck, teamSlug: null }, { view: 'live' }),
      'https://decks.example:8443/ada/engines/live',
    ],
    [absoluteDeckUrl(base, { ...deck, teamSlug: 'acme' }), 'https://acme.decks.example:8443/ada/engines'],
    [absoluteProfileUrl(base, { username: 'ada', teamSlug: null }), 'https://decks.example:8443/ada'],
    [absoluteProfileUrl(base, { username: 'ada', teamSlug: 'acme' }), 'https://acme.decks.example:8443/ada'],
  ])('%s', (url, expected) => expect(url).toBe(expected))
  test("a deck titled 'deck' is untitled", () => {
    expect(['deck', ' deck ', 'Deck', 'my deck', ''].map(isUntitled)).toEqual([true, true, false, false, false])
    expect(['deck', '', 'my deck'].map(shownTitle)).toEqual(['Untitled', 'Untitled', 'my deck'])
  })
})

describe('meters, counters and ranges', () => {
  test('the storage meter warns above 70 % and turns negative above 90 %', () => {
    const states = [10, 70, 70.1, 90, 90.1, 120].map((value) => meterState(value, 100))
    expect(states).toEqual(['positive', 'positive', 'warning', 'warning', 'negative', 'negative'])
    expect(meterState(0, 0)).toBe('invalid')
  })
  test.each([
    [0, '0 KB'],
    [1_000, '1 KB'],
    [1_500, '1.5 KB'],
    [999_949, '999.9 KB'],
    [999_999, '1 MB'],
    [250_000_000, '250 MB'],
    [2_000_000_000, '2 GB'],
  ])('%i bytes are formatted as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
  test('the counter of a prompt turns negative above 95 %', () => {
    expect(promptCounter(95, 100)).toEqual({ left: 5, negative: false })
    expect(promptCounter(96, 100)).toEqual({ left: 4, negative: true })
  })
  test('values are clamped and rounded to their decimals', () => {
    const range = { min: -5, max: 10, decimals: 2 }
    expect(clampToRange(1.256, range)).toBe(1.26)
    expect(clampToRange(11, range)).toBe(10)
    expect(clampToRange(-6, range)).toBe(-5)
    expect(clampToRange(Number.NaN, range)).toBe(-5)
    expect(clampToRange(0.4, { min: limits.ui.resizerMin, max: Number.POSITIVE_INFINITY, decimals: 0 })).toBe(1)
    expect([roundTo(1.005, 2), roundTo(-1.005, 2), roundTo(1e-9, 2), roundTo(1e22, 2)]).toEqual([1.01, -1.01, 0, 1e22])
  })
  test('any input gives a value inside the range', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: -99, max: 0 }), fc.integer({ min: 1, max: 99 }), (value, min, max) => {
        const result = clampToRange(value, { min, max, decimals: 2 })
        return result >= min && result <= max
      }),
      { seed: 2 },
    )
  })
  test('notes under 120 characters are short, over 210 long', () => {
    expect([119, 120, 210, 211].map((length) => notesLength('x'.repeat(length)))).toEqual([
      ...['short', 'medium', 'medium', 'long'],
    ])
  })
})

describe('stored browser settings', () => {
  test('settings round-trip', () => {
    const settings = { editorAutoHide: true, editorAutoSave: false }
    expect(parseLocalSettings(renderLocalSettings(settings))).toEqual(settings)
    expect(JSON.parse(renderLocalSettings(settings)).version).toBe(1)
  })
  test('invalid settings and those of another version are dropped', () => {
    expect(defaultLocalSettings).toEqual({ editorAutoHide: false, editorAutoSave: true })
    const stored = [
      null,
      '',
      '{',
      '1',
      'null',
      '{"version":2,"editorAutoHide":true}',
      '{"version":1,"editorAutoHide":"x"}',
    ]
    for (const text of stored) expect(parseLocalSettings(text)).toEqual(defaultLocalSettings)
  })
})

describe('activity, loading and progress', () => {
  const at = (time: number): Activity => ({ kind: 'key', time })
  test('the 1001st activity drops the oldest', () => {
    let history: readonly Activity[] = []
    for (let time = 0; time <= 1_000; time += 1) history = addActivity(history, at(time))
    expect([history.length, history[0]?.time, history.at(-1)?.time]).toEqual([1_000, 1, 1_000])
  })
  test('a user with recent activity is not idle', () => {
    expect(isIdle([at(100)], 150, 100)).toBe(false)
    expect(isIdle([at(100)], 200, 100)).toBe(true)
    expect(isIdle([], 0, 100)).toBe(true)
  })
  test('a list is empty, loading, loaded or failed', () => {
    const run = (events: LoadingEvent[]) => events.reduce<LoadingState>(nextLoadingState, 'empty')
    expect(run([])).toBe('empty')
    expect(run(['start'])).toBe('loading')
    expect(run(['start', 'succeed'])).toBe('loaded')
    expect(run(['start', 'fail'])).toBe('failed')
    expect(run(['start', 'fail', 'start', 'succeed'])).toBe('loaded')
    expect(run(['succeed'])).toBe('empty')
    expect(run(['start', 'succeed', 'clear'])).toBe('empty')
  })
  test('reading half of a deck and all of it are each reported once', () => {
    const reports: number[][] = []
    let progress = noProgress
    for (const slide of ['a', 'a', 'b', 'c', 'b', 'd', 'a']) {
      const step = seeSlide(progress, slide, 4)
      progress = step.progress
      reports.push(step.report)
    }
    expect(reports).toEqual([[], [], [0.5], [], [], [1], []])
    expect(seeSlide(noProgress, 'a', 1).report).toEqual([0.5, 1])
  })
})

test('the amounts of a column have cents if one of them has', () => {
  const format = (amounts: readonly number[]) => amounts.map(dollarColumn(amounts))
  expect(format([-1_120, 12_000, 0])).toEqual(['-$11.20', '$120.00', '$0.00'])
  expect(format([-1_400, 120_000])).toEqual(['-$14', '$1,200'])
})
