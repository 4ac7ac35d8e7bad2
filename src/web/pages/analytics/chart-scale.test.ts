import { expect, test } from 'vitest'
import { percent, shortDay, topOfScale } from './chart-scale.ts'
import { rangeFrom } from './load-analytics.ts'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 10],
  [11, 20],
  [41, 50],
  [1_001, 2_000],
])('the chart scale for a maximum count of %i ends at %i', (most, top) => {
  expect(topOfScale(most)).toBe(top)
  expect(topOfScale(most) % 2).toBe(0)
})

test('shares are formatted in percent, and days as month and day', () => {
  expect([percent(1, 3), percent(0, 0), shortDay('2026-11-02')]).toEqual(['33 %', '0 %', 'Nov 2'])
})

test('an unknown range in the URL becomes the default', () => {
  const ranges = ['days=7', 'days=365', 'days=8', 'days=x', ''].map((query) => rangeFrom(new URLSearchParams(query)))
  expect(ranges).toEqual([7, 365, 30, 30, 30])
})
