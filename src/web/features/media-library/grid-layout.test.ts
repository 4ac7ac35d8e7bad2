import { expect, test } from 'vitest'
import { cellPlace, gridLayout, rowsAt, scrollTo } from './grid-layout.ts'

test('the cells fill the width, and a narrow window keeps two columns', () => {
  const wide = gridLayout(620, 10_000)
  expect(wide.columns).toBe(4)
  expect(cellPlace(wide, 3).x + wide.cellWidth).toBeLessThanOrEqual(620 - 14)
  expect(gridLayout(200, 3).columns).toBe(2)
})

test('only the rows in view and two beyond are rendered, however many images there are', () => {
  const layout = gridLayout(620, 10_000)
  const { first, end } = rowsAt(layout, layout.height / 2, 440)
  expect(end - first).toBeLessThan(10)
  expect(rowsAt(layout, 0, 440).first).toBe(0)
})

test('scrolling to a cell moves as little as needed', () => {
  const layout = gridLayout(620, 100)
  expect(scrollTo(layout, 0, 0, 440)).toBe(0)
  expect(scrollTo(layout, 0, 500, 440)).toBe(0)
  const down = scrollTo(layout, 40, 0, 440)
  const { y } = cellPlace(layout, 40)
  expect(down).toBeLessThanOrEqual(y)
  expect(down + 440).toBeGreaterThanOrEqual(y + layout.cellHeight)
  expect(scrollTo(layout, 40, down, 440)).toBe(down)
})
