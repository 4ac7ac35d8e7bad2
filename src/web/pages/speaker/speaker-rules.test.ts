import { describe, expect, test } from 'vitest'
import { formatDuration } from '../../../rules/format-duration.ts'
import { notesScales, parseStep } from './notes-panel.tsx'
import { paceOf, plannedMinutes } from './pace.ts'
import { moveOfTouch } from './swipe.ts'
import { elapsed, parseTimer, restartTimer, startTimer, toggleTimer } from './talk-timer.ts'
import { paceText } from './time-bar.tsx'

describe('the timer of a talk', () => {
  test('counts up, stops, resumes and restarts', () => {
    const begun = startTimer(1_000)
    expect(elapsed(begun, 61_000)).toBe(60_000)
    const stopped = toggleTimer(begun, 61_000)
    expect(elapsed(stopped, 500_000)).toBe(60_000)
    const going = toggleTimer(stopped, 500_000)
    expect(elapsed(going, 501_000)).toBe(61_000)
    expect(elapsed(restartTimer(going, 600_000), 600_000)).toBe(0)
    expect(restartTimer(stopped, 600_000)).toEqual({ before: 0, since: null })
  })

  test('survives a reload, and malformed values are rejected', () => {
    const timer = toggleTimer(startTimer(1_000), 5_000)
    expect(parseTimer(JSON.stringify(timer))).toEqual(timer)
    for (const stored of [
      null,
      '',
      '{',
      '[]',
      '{"before":-1,"since":null}',
      '{"before":1}',
      '{"before":1,"since":"x"}',
    ]) {
      expect(parseTimer(stored)).toBeNull()
    }
  })

  test('is formatted as minutes and seconds, with hours if needed', () => {
    expect([0, 59_999, 249_000, 3_723_000, -5].map(formatDuration)).toEqual([
      '00:00',
      '00:59',
      '04:09',
      '1:02:03',
      '00:00',
    ])
  })
})

describe('the pace of a talk', () => {
  const minutes = 60_000
  const pace = (elapsedMinutes: number, slide: number) =>
    paceOf({ planned: 20 * minutes, elapsed: elapsedMinutes * minutes, slide, slides: 10 })

  test('is on time during the current slide’s share of the time, ahead before it and behind after it', () => {
    expect(pace(0, 0)).toEqual({ state: 'on-time', by: 0 })
    expect(pace(7, 3)).toEqual({ state: 'on-time', by: 0 })
    expect(pace(4, 3)).toEqual({ state: 'ahead', by: 2 * minutes })
    expect(pace(9, 3)).toEqual({ state: 'behind', by: minutes })
    expect(pace(21, 9)).toEqual({ state: 'over', by: minutes })
  })

  test('is null without a plan', () => {
    expect(paceOf({ planned: 0, elapsed: 5, slide: 0, slides: 3 })).toBeNull()
    expect(paceOf({ planned: 5, elapsed: 5, slide: -1, slides: 3 })).toBeNull()
  })

  test('is described in text', () => {
    expect(paceText({ state: 'on-time', by: 0 })).toBe('On time')
    expect(paceText({ state: 'behind', by: 65_000 })).toBe('01:05 behind')
    expect(paceText({ state: 'over', by: 5_000 })).toBe('00:05 over time')
  })

  test('is planned in whole minutes up to ten hours', () => {
    expect(['20', '', '-3', '1e9', 'soon', '7.9'].map(plannedMinutes)).toEqual([20, 0, 0, 600, 0, 7])
  })
})

describe('a touch on the slide', () => {
  const touch = (x: number, toX: number, y = 100, toY = 100) => moveOfTouch({ x, y, toX, toY, width: 300 })
  test('goes forward by a tap, and back by a tap at the left', () => {
    expect([touch(200, 203), touch(40, 38), touch(101, 101)]).toEqual(['next', 'prev', 'next'])
  })
  test('moves the slides by a swipe', () => {
    expect([touch(200, 100), touch(100, 200), touch(100, 110, 200, 100), touch(100, 110, 100, 200)]).toEqual([
      'right',
      'left',
      'down',
      'up',
    ])
  })
  test('does nothing between tap and swipe', () => {
    expect(touch(100, 125)).toBeNull()
  })
})

test('the font size of the notes is stored, and an invalid one is the default', () => {
  expect(notesScales[parseStep('4')]).toBe(1.45)
  for (const stored of [null, '', '-1', '99', '1.5', 'large']) expect(notesScales[parseStep(stored)]).toBe(1)
})
