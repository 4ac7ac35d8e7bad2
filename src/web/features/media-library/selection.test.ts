import { describe, expect, test } from 'vitest'
import { movedTo, noSelection, select, selectAll, shownOnly } from './selection.ts'

const order = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]

describe('selecting images', () => {
  test('a click selects one, Ctrl adds and removes, Shift selects up to the first', () => {
    const one = select(noSelection, order, 12, 'only')
    expect(one.ids).toEqual([12])
    const two = select(one, order, 15, 'toggle')
    expect(two.ids).toEqual([12, 15])
    expect(select(two, order, 12, 'toggle').ids).toEqual([15])
    const range = select(two, order, 17, 'range')
    expect(range.ids).toEqual([15, 16, 17])
    // The anchor stays: a second range replaces the first.
    expect(select(range, order, 13, 'range').ids).toEqual([15, 14, 13])
  })

  test('Shift without an anchor selects one', () => {
    expect(select(noSelection, order, 14, 'range').ids).toEqual([14])
  })

  test('Ctrl+A selects all that are shown', () => {
    expect(selectAll(noSelection, order).ids).toEqual(order)
  })

  test('images that are no longer shown are no longer selected', () => {
    const all = selectAll(select(noSelection, order, 12, 'only'), order)
    expect(shownOnly(all, [13, 14])).toEqual({ ids: [13, 14], focus: null, anchor: null })
    expect(shownOnly(all, order)).toBe(all)
  })
})

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowUp', 1, 1],
  ['ArrowUp', 9, 5],
  // The last row is shorter: down goes to its end, and from there nowhere.
  ['ArrowDown', 7, 9],
  ['ArrowDown', 9, 9],
  ['PageDown', 0, 8],
  ['Home', 7, 0],
  ['End', 1, 9],
  ['End', -1, 9],
  ['ArrowDown', -1, 0],
  ['Tab', 3, null],
] as const)('%s from image %i of ten in rows of four goes to %s', (key, from, to) => {
  expect(movedTo(key, from, order.length, { columns: 4, page: 2 })).toBe(to)
})
