import type { Rect } from './scene.ts'

/** An affine transformation, as SVG's `matrix(a b c d e f)`. */
export type Matrix = readonly [number, number, number, number, number, number]

type Point = readonly [x: number, y: number]

/** A segment of a path with absolute points. */
export type Segment =
  | { readonly kind: 'M' | 'L'; readonly to: Point }
  | { readonly kind: 'C'; readonly one: Point; readonly two: Point; readonly to: Point }
  | { readonly kind: 'Z' }

const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** Reads the numbers of SVG path data, with the flags of arcs, which may stand without separators. */
function* commandsOf(data: string): Generator<readonly [string, readonly number[]]> {
  for (const [, letter = '', text = ''] of data.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const count = counts[letter.toUpperCase()]!
    const isArc = letter.toUpperCase() === 'A'
    const numbers: number[] = []
    let rest = text
    while (rest !== '') {
      const isFlag = isArc && (numbers.length % 7 === 3 || numbers.length % 7 === 4)
      const match = (isFlag ? /^[\s,]*([01])/ : /^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i).exec(rest)
      if (!match) break
      numbers.push(Number(match[1]))
      rest = rest.slice(match[0].length)
    }
    if (count === 0) yield [letter, []]
    for (let index = 0; count > 0 && index + count <= numbers.length; index += count) {
      const again = letter === 'M' ? 'L' : letter === 'm' ? 'l' : letter
      yield [index === 0 ? letter : again, numbers.slice(index, index + count)]
    }
  }
}

/** SVG path data as absolute lines and cubic curves. */
export function segmentsOf(data: string): Segment[] {
  const segments: Segment[] = []
  let at: Point = [0, 0]
  let start: Point = [0, 0]
  let control: { readonly kind: string; readonly point: Point } | null = null
  for (const [letter, numbers] of commandsOf(data)) {
    const kind = letter.toUpperCase()
    const [baseX, baseY] = letter === kind ? [0, 0] : at
    const point = (index: number): Point => [baseX + numbers[index]!, baseY + numbers[index + 1]!]
    const mirrored = (of: string): Point =>
      control?.kind === of ? [2 * at[0] - control.point[0], 2 * at[1] - control.point[1]] : at
    let next: { readonly kind: string; readonly point: Point } | null = null
    if (kind === 'Z') {
      segments.push({ kind: 'Z' })
      at = start
    } else if (kind === 'M' || kind === 'L') {
      at = point(0)
      if (kind === 'M') start = at
      segments.push({ kind, to: at })
    } else if (kind === 'H' || kind === 'V') {
      at = kind === 'H' ? [baseX + numbers[0]!, at[1]] : [at[0], baseY + numbers[0]!]
      segments.push({ kind: 'L', to: at })
    } else if (kind === 'C' || kind === 'S') {
      const one = kind === 'C' ? point(0) : mirrored('C')
      const two = point(kind === 'C' ? 2 : 0)
      at = point(kind === 'C' ? 4 : 2)
      segments.push({ kind: 'C', one, two, to: at })
      next = { kind: 'C', point: two }
    } else if (kind === 'Q' || kind === 'T') {
      const handle = kind === 'Q' ? point(0) : mirrored('Q')
      const to = point(kind === 'Q' ? 2 : 0)
      segments.push({ kind: 'C', one: between(at, handle), two: between(to, handle), to })
      at = to
      next = { kind: 'Q', point: handle }
    } else {
      const to = point(5)
      segments.push(...arc(at, numbers, to))
      at = to
    }
    control = next
  }
  return segments
}

/** The control point of a cubic curve for that of a quadratic one. */
const between = (end: Point, handle: Point): Point => [
  end[0] + ((handle[0] - end[0]) * 2) / 3,
  end[1] + ((handle[1] - end[1]) * 2) / 3,
]

/** An elliptical arc as cubic curves of at most a quarter each. */
function arc(from: Point, numbers: readonly number[], to: Point): Segment[] {
  let [rx, ry] = [Math.abs(numbers[0]!), Math.abs(numbers[1]!)]
  const [turn, large, sweep] = [(numbers[2]! * Math.PI) / 180, numbers[3] === 1, numbers[4] === 1]
  if (rx === 0 || ry === 0) return [{ kind: 'L', to }]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2]
  const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx]
  const grow = (x / rx) ** 2 + (y / ry) ** 2
  if (grow === 0) return []
  if (grow > 1) {
    rx *= Math.sqrt(grow)
    ry *= Math.sqrt(grow)
  }
  const under = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1
  const factor = Math.sqrt(Math.max(0, under)) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx]
  const first = Math.atan2((y - cy) / ry, (x - cx) / rx)
  const last = Math.atan2((-y - cy) / ry, (-x - cx) / rx)
  let sweepAngle = last - first
  if (sweep && sweepAngle < 0) sweepAngle += 2 * Math.PI
  if (!sweep && sweepAngle > 0) sweepAngle -= 2 * Math.PI
  const center: Point = [cos * cx - sin * cy + (from[0] + to[0]) / 2, sin * cx + cos * cy + (from[1] + to[1]) / 2]
  const count = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-6))
  const step = sweepAngle / count
  const handle = (4 / 3) * Math.tan(step / 4)
  const place = (u: number, v: number): Point => [
    center[0] + cos * rx * u - sin * ry * v,
    center[1] + sin * rx * u + cos * ry * v,
  ]
  return Array.from({ length: count }, (_, index): Segment => {
    const [a, b] = [first + step * index, first + step * (index + 1)]
    const one = place(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a))
    const two = place(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b))
    return { kind: 'C', one, two, to: index === count - 1 ? to : place(Math.cos(b), Math.sin(b)) }
  })
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

function dataOf(segments: readonly Segment[]): string {
  const text = (point: Point): string => `${rounded(point[0])} ${rounded(point[1])}`
  return segments
    .map((segment) => {
      if (segment.kind === 'Z') return 'Z'
      if (segment.kind === 'C') return `C${text(segment.one)} ${text(segment.two)} ${text(segment.to)}`
      return `${segment.kind}${text(segment.to)}`
    })
    .join('')
}

/** The path after a transformation, as absolute lines and cubic curves. */
export function movedPath(data: string, [a, b, c, d, e, f]: Matrix): string {
  const move = ([x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f]
  return dataOf(
    segmentsOf(data).map((segment) => {
      if (segment.kind === 'Z') return segment
      if (segment.kind === 'C')
        return { kind: 'C', one: move(segment.one), two: move(segment.two), to: move(segment.to) }
      return { kind: segment.kind, to: move(segment.to) }
    }),
  )
}

/** The smallest box around a path. */
export function pathBox(data: string): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const add = ([x, y]: Point): void => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  let at: Point = [0, 0]
  for (const segment of segmentsOf(data)) {
    if (segment.kind === 'Z') continue
    if (segment.kind === 'C') for (const time of extremes(at, segment)) add(curveAt(at, segment, time))
    add(segment.to)
    at = segment.to
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

type Curve = Extract<Segment, { kind: 'C' }>

function curveAt(from: Point, { one, two, to }: Curve, time: number): Point {
  const rest = 1 - time
  const at = (index: 0 | 1): number =>
    rest ** 3 * from[index] +
    3 * rest ** 2 * time * one[index] +
    3 * rest * time ** 2 * two[index] +
    time ** 3 * to[index]
  return [at(0), at(1)]
}

/** Where a curve turns, between its ends. */
function extremes(from: Point, { one, two, to }: Curve): number[] {
  return ([0, 1] as const)
    .flatMap((index) => {
      const a = -from[index] + 3 * one[index] - 3 * two[index] + to[index]
      const b = 2 * (from[index] - 2 * one[index] + two[index])
      const c = one[index] - from[index]
      if (Math.abs(a) < 1e-9) return Math.abs(b) < 1e-9 ? [] : [-c / b]
      const root = b * b - 4 * a * c
      if (root < 0) return []
      return [(-b + Math.sqrt(root)) / (2 * a), (-b - Math.sqrt(root)) / (2 * a)]
    })
    .filter((time) => time > 0 && time < 1)
}
