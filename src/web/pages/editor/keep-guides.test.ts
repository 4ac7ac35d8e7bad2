import { expect, test } from 'vitest'
import { parseGuides } from './keep-guides.ts'

test('guides come back as they were kept, and nonsense is nobody’s guide', () => {
  expect(parseGuides('{"x":[10,480.5],"y":[700]}')).toEqual({ x: [10, 480.5], y: [700] })
  expect(parseGuides('{"x":[-1,961,"5",null],"y":"7"}')).toEqual({ x: [], y: [] })
  expect(parseGuides('{"x":')).toEqual({ x: [], y: [] })
  expect(parseGuides(null)).toEqual({ x: [], y: [] })
  expect(parseGuides(JSON.stringify({ x: Array.from({ length: 500 }, (_, at) => at) })).x).toHaveLength(50)
})
