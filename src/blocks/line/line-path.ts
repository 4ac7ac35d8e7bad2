import { formatNumber } from '../../document/css-number.ts'

/** A point in px. */
export interface LinePoint {
  readonly x: number
  readonly y: number
}

/** Shape of a line between its points. */
export type LineForm = 'straight' | 'elbow' | 'curve'
/** Arrowhead at an end of a line. */
export type LineHead = 'none' | 'arrow' | 'triangle' | 'circle' | 'square' | 'diamond'

/** In display order. */
export const lineForms: readonly LineForm[] = ['straight', 'elbow', 'curve']
/** In display order. */
export const lineHeads: readonly LineHead[] = ['none', 'arrow', 'triangle', 'circle', 'square', 'diamond']

const at = (point: LinePoint): string => `${formatNumber(point.x)} ${formatNumber(point.y)}`

/** The axis in which a connected end leaves its anchor; null: free. */
export type Leaning = 'across' | 'down' | null

export interface LineLeanings {
  readonly out: Leaning
  readonly back: Leaning
}

const free: LineLeanings = { out: null, back: null }

/**
 * The corners of an orthogonal line. It leaves along its ends' axes, or else along the longer side, and turns in the
 * middle; if the ends' axes differ, one corner is enough.
 */
function elbow(points: readonly LinePoint[], { out, back }: LineLeanings): LinePoint[] {
  const [start, end] = [points[0]!, points.at(-1)!]
  if (points.length > 2) return [...points]
  if (out !== null && back !== null && out !== back) {
    return [start, out === 'across' ? { x: end.x, y: start.y } : { x: start.x, y: end.y }, end]
  }
  const longer = Math.abs(end.x - start.x) >= Math.abs(end.y - start.y) ? 'across' : 'down'
  if ((out ?? back ?? longer) === 'across') {
    const x = (start.x + end.x) / 2
    return [start, { x, y: start.y }, { x, y: end.y }, end]
  }
  const y = (start.y + end.y) / 2
  return [start, { x: start.x, y }, { x: end.x, y }, end]
}

/** Bézier control points of a smooth curve through points, two per segment. Between two points: a gentle S. */
function curveHandles(points: readonly LinePoint[], leanings: LineLeanings): [LinePoint, LinePoint][] {
  if (points.length === 2) {
    const corners = elbow(points, leanings)
    return [[corners[1]!, corners.at(-2)!]]
  }
  return points.slice(1).map((to, index) => {
    const [before, from, after] = [points[index - 1] ?? points[index]!, points[index]!, points[index + 2] ?? to]
    return [
      { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 },
      { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 },
    ]
  })
}

/**
 * A line's SVG path data, and the points from which it leaves its start and reaches its end, for the direction of the
 * heads.
 */
export function lineWay(
  form: LineForm,
  points: readonly LinePoint[],
  leanings: LineLeanings = free,
): { path: string; out: LinePoint; back: LinePoint } {
  if (form === 'curve') {
    const handles = curveHandles(points, leanings)
    const pieces = handles.map(([one, two], index) => `C${at(one)} ${at(two)} ${at(points[index + 1]!)}`)
    return { path: `M${at(points[0]!)}${pieces.join('')}`, out: handles[0]![0], back: handles.at(-1)![1] }
  }
  const corners = form === 'elbow' ? elbow(points, leanings) : points
  const away = corners.find((point) => !samePlace(point, corners[0]!)) ?? corners[1]!
  const toward = corners.findLast((point) => !samePlace(point, corners.at(-1)!)) ?? corners[0]!
  return { path: `M${corners.map(at).join('L')}`, out: away, back: toward }
}

/** The path of a head with its tip at `tip`, pointing away from `from`. `width` is the line's, in px. '' for none. */
export function headPath(head: LineHead, tip: LinePoint, from: LinePoint, width: number): string {
  const size = Math.max(width * 3.4, 9)
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1
  const [cos, sin] = [(tip.x - from.x) / length, (tip.y - from.y) / length]
  const turned = (along: number, across: number): LinePoint => ({
    x: tip.x + cos * along - sin * across,
    y: tip.y + sin * along + cos * across,
  })
  const polygon = (...points: LinePoint[]): string => `M${points.map(at).join('L')}Z`
  const half = size / 2
  if (head === 'triangle') return polygon(turned(width, 0), turned(-size, half * 1.1), turned(-size, -half * 1.1))
  if (head === 'arrow') {
    const outer = [turned(width, 0), turned(-size, half * 1.2), turned(-size * 1.1, half * 1.2 - width)]
    return polygon(...outer, turned(-width, 0), turned(-size * 1.1, -half * 1.2 + width), turned(-size, -half * 1.2))
  }
  if (head === 'diamond') return polygon(turned(half, 0), turned(0, half), turned(-half, 0), turned(0, -half))
  const box = half * 0.8
  if (head === 'square') return polygon(turned(box, box), turned(-box, box), turned(-box, -box), turned(box, -box))
  if (head === 'none') return ''
  const arc = (point: LinePoint): string => `A${formatNumber(box)} ${formatNumber(box)} 0 0 1 ${at(point)}`
  return `M${at(turned(-box, 0))}${arc(turned(box, 0))}${arc(turned(-box, 0))}Z`
}

function samePlace(a: LinePoint, b: LinePoint): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01
}
