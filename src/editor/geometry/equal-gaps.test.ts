import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalGapPlaces, equalSizes, nearestPlace, sizeMark } from './equal-gaps.ts'
import type { Rect } from './rect.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const places = (moving: Rect, others: readonly Rect[]) => equalGapPlaces(moving, others, 'x').map(({ at }) => at)

describe('equal gaps', () => {
  const row = [rect(0, 0, 100, 50), rect(130, 10, 100, 50)]
  it('are found after, before and between two rectangles beside each other', () => {
    expect(places(rect(0, 0, 40, 50), row)).toEqual([260, -70])
    expect(places(rect(0, 0, 10, 50), row)).toEqual([260, -40, 110])
  })
  it('are found only with rectangles that overlap on the other axis', () => {
    expect(places(rect(0, 400, 40, 50), row)).toEqual([])
    expect(places(rect(0, 0, 40, 50), [row[0]!, rect(130, 300, 100, 50)])).toEqual([])
  })
  it('are marked on both sides with the same length', () => {
    const coordinate = fc.integer({ min: -200, max: 1000 })
    const length = fc.integer({ min: 1, max: 300 })
    const any = fc.record({ x: coordinate, y: fc.constant(0), width: length, height: fc.constant(50) })
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 8 }), (moving, others) => {
        for (const { at, marks } of equalGapPlaces(moving, others, 'x')) {
          const [first, second] = marks.map(({ start, end }) => end - start)
          expect(first).toBeCloseTo(second!, 6)
          expect(first).toBeGreaterThan(0)
          const sides = marks.flatMap(({ start, end }) => [start, end])
          expect(sides.some((side) => Math.abs(side - at) < 1e-6 || Math.abs(side - at - moving.width) < 1e-6)).toBe(
            true,
          )
        }
      }),
    )
  })
})

describe('the nearest place', () => {
  const two = [
    { at: 100, marks: [] },
    { at: 108, marks: [] },
  ]
  const near = (value: number, held: number | null) => nearestPlace(two, value, { reach: 6, screenPixel: 1, held })?.at
  it('snaps within reach, and releases a little further away', () => {
    expect(near(93, null)).toBe(undefined)
    expect(near(95, null)).toBe(100)
    expect(near(93, 100)).toBe(100)
    expect(near(91, 100)).toBe(undefined)
  })
  it('changes only for another that is nearer by at least a px', () => {
    expect(near(104.4, 100)).toBe(100)
    expect(near(105, 100)).toBe(108)
  })
})

describe('equal sizes', () => {
  it('are the sizes of other rectangles, with a mark on each', () => {
    const others = [rect(0, 0, 100, 50), rect(300, 80, 100, 20), rect(0, 300, 80, 50)]
    const sizes = equalSizes(others, 'x')
    expect(sizes.map(({ at, marks }) => [at, marks.length])).toEqual([
      [100, 2],
      [80, 1],
    ])
    expect(sizeMark(others[1]!, 'x')).toEqual({ axis: 'x', start: 300, end: 400, cross: 100 })
  })
})
