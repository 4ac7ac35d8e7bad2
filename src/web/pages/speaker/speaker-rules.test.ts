import { describe, expect, test } from 'vitest'
import { keptStep, notesScales } from './notes-panel.tsx'
import { paceOf, plannedMinutes } from './pace.ts'
import { moveOfFinger } from './swipe.ts'
import { elapsed, parseTimer, readableTime, restartTimer, startTimer, toggleTimer } from './talk-timer.ts'
import { paceWords } from './time-bar.tsx'

describe('the timer of a talk', () => {
  test('counts up, stops, goes on from there, and begins anew', () => {
    const begun = startTimer(1_000)
    expect(elapsed(begun, 61_000)).toBe(60_000)
    const stopped = toggleTimer(begun, 61_000)
    expect(elapsed(stopped, 500_000)).toBe(60_000)
    const going = toggleTimer(stopped, 500_000)
    expect(elapsed(going, 501_000)).toBe(61_000)
    expect(elapsed(restartTimer(going, 600_000), 600_000)).toBe(0)
    expect(restartTimer(stopped, 600_000)).toEqual({ before: 0, since: null })
  })

  test('survives its page, and nothing else passes for one', () => {
    const timer = toggleTimer(startTimer(1_000), 5_000)
    expect(parseTimer(JSON.stringify(timer))).toEqual(timer)
    for (const kept of [
      null,
      '',
      '{',
      '[]',
      '{"before":-1,"since":null}',
      '{"before":1}',
      '{"before":1,"since":"x"}',
    ]) {
      expect(parseTimer(kept)).toBeNull()
    }
  })

  test('is read as people read time', () => {
    expect([0, 59_999, 249_000, 3_723_000, -5].map(readableTime)).toEqual([
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

  test('is on time during a slide’s share, ahead before it, behind after it', () => {
    expect(pace(0, 0)).toEqual({ state: 'on-time', by: 0 })
    expect(pace(7, 3)).toEqual({ state: 'on-time', by: 0 })
    expect(pace(4, 3)).toEqual({ state: 'ahead', by: 2 * minutes })
    expect(pace(9, 3)).toEqual({ state: 'behind', by: minutes })
    expect(pace(21, 9)).toEqual({ state: 'over', by: minutes })
  })

  test('says nothing without a plan', () => {
    expect(paceOf({ planned: 0, elapsed: 5, slide: 0, slides: 3 })).toBeNull()
    expect(paceOf({ planned: 5, elapsed: 5, slide: -1, slides: 3 })).toBeNull()
  })

  test('is put into words', () => {
    expect(paceWords({ state: 'on-time', by: 0 })).toBe('On time')
    expect(paceWords({ state: 'behind', by: 65_000 })).toBe('01:05 behind')
    expect(paceWords({ state: 'over', by: 5_000 })).toBe('00:05 over time')
  })

  test('a plan is whole minutes up to ten hours', () => {
    expect(['20', '', '-3', '1e9', 'soon', '7.9'].map(plannedMinutes)).toEqual([20, 0, 0, 600, 0, 7])
  })
})

describe('a finger on the slide', () => {
  const way = (x: number, toX: number, y = 100, toY = 100) => moveOfFinger({ x, y, toX, toY, width: 300 })
  test('taps on, and back at the left', () => {
    expect([way(200, 203), way(40, 38), way(101, 101)]).toEqual(['next', 'prev', 'next'])
  })
  test('swipes with the slides', () => {
    expect([way(200, 100), way(100, 200), way(100, 110, 200, 100), way(100, 110, 100, 200)]).toEqual([
      'right',
      'left',
      'down',
      'up',
    ])
  })
  test('does nothing when nothing clear was meant', () => {
    expect(way(100, 125)).toBeNull()
  })
})

test('the size of the notes is remembered, and what is no size is the usual one', () => {
  expect(notesScales[keptStep('4')]).toBe(1.45)
  for (const kept of [null, '', '-1', '99', '1.5', 'large']) expect(notesScales[keptStep(kept)]).toBe(1)
})
