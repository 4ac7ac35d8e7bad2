import { expect, it } from 'vitest'
import { lineWay } from './line-path.ts'
import { polylineOf } from './polyline.ts'

it('follows straight and orthogonal lines along their corners', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 40 },
  ]
  expect(polylineOf(lineWay('straight', points).path)).toEqual(points)
  expect(polylineOf(lineWay('elbow', points).path)).toHaveLength(4)
})

it('follows a curve from its first point to its last, through the middle', () => {
  const corners = polylineOf(
    lineWay('curve', [
      { x: 0, y: 0 },
      { x: 100, y: 40 },
    ]).path,
  )
  expect(corners.at(-1)).toEqual({ x: 100, y: 40 })
  expect(corners[8]!.x).toBeCloseTo(50)
  expect(corners[8]!.y).toBeCloseTo(20)
})
