import { expect, test } from 'vitest'
import { parseGuides } from './stored-guides.ts'

test('stored guides are read back, and malformed ones are dropped', () => {
  expect(parseGuides('{"x":[10,480.5],"y":[700]}')).toEqual({ x: [10, 480.5], y: [700] })
  expect(parseGuides('{"x":[-1,4001,"5",null],"y":"7"}')).toEqual({ x: [], y: [] })
  expect(parseGuides('{"x":')).toEqual({ x: [], y: [] })
  expect(parseGuides(null)).toEqual({ x: [], y: [] })
  expect(parseGuides(JSON.stringify({ x: Array.from({ length: 500 }, (_, at) => at) })).x).toHaveLength(50)
})
