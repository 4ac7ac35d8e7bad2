import type { LinePoint } from './line-path.ts'

/** Segments per Bézier curve: precise enough for hit testing. */
const segmentsPerCurve = 16

/**
 * The corners of an SVG path of M, L and C with absolute coordinates, as written by lineWay; curves are flattened.
 * Keeps the unit.
 */
export function polylineOf(path: string): readonly LinePoint[] {
  const corners: LinePoint[] = []
  for (const [, command, text] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const numbers = text!
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      x: numbers[index * 2]!,
      y: numbers[index * 2 + 1]!,
    }))
    if (command === 'C') corners.push(...curve([corners.at(-1)!, ...points]))
    else corners.push(...points)
  }
  return corners
}

function curve(points: readonly LinePoint[]): LinePoint[] {
  const [from, out, back, to] = points
  return Array.from({ length: segmentsPerCurve }, (_, index) => {
    const t = (index + 1) / segmentsPerCurve
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
    const sum = (axis: 'x' | 'y'): number =>
      from![axis] * weights[0]! + out![axis] * weights[1]! + back![axis] * weights[2]! + to![axis] * weights[3]!
    return { x: sum('x'), y: sum('y') }
  })
}
