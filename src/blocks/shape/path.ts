/** A point in px. */
export type Point = readonly [x: number, y: number]

/** Two decimals are finer than any screen and keep the markup short. */
const n = (value: number): string => String(Math.round(value * 100) / 100 + 0)

/** A closed polygon through points. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`
}

/** A closed polygon through points given as fractions (0 to 1) of width and height. */
export function polygonIn(width: number, height: number, points: readonly Point[]): string {
  return polygon(points.map(([x, y]) => [x * width, y * height]))
}

/**
 * A path from a template: numbers as fractions of width (x) and height (y) alternately, for M, L, C, Q; Z closes. Upper
 * case only.
 */
export function pathIn(width: number, height: number, template: string): string {
  let horizontal = false
  return template.replace(/[A-Z]|-?\d*\.?\d+/g, (token) => {
    if (/[A-Z]/.test(token)) {
      horizontal = false
      return token
    }
    horizontal = !horizontal
    return n(Number(token) * (horizontal ? width : height))
  })
}

/** An ellipse inside x, y, width, height, drawn clockwise; counterclockwise it cuts a hole. */
export function ellipse(x: number, y: number, width: number, height: number, clockwise = true): string {
  const [rx, ry, middle] = [width / 2, height / 2, y + height / 2]
  const half = (toX: number): string => `A${n(rx)} ${n(ry)} 0 0 ${clockwise ? 1 : 0} ${n(toX)} ${n(middle)}`
  return `M${n(x)} ${n(middle)}${half(x + width)}${half(x)}Z`
}

/** A rectangle at x, y with corner radius r (px). */
export function roundedRectangle(x: number, y: number, width: number, height: number, r: number): string {
  const radius = Math.min(r, width / 2, height / 2)
  const arc = (toX: number, toY: number): string => `A${n(radius)} ${n(radius)} 0 0 1 ${n(toX)} ${n(toY)}`
  const [right, bottom] = [x + width, y + height]
  return [
    `M${n(x + radius)} ${n(y)}`,
    `L${n(right - radius)} ${n(y)}${arc(right, y + radius)}`,
    `L${n(right)} ${n(bottom - radius)}${arc(right - radius, bottom)}`,
    `L${n(x + radius)} ${n(bottom)}${arc(x, bottom - radius)}`,
    `L${n(x)} ${n(y + radius)}${arc(x + radius, y)}Z`,
  ].join('')
}

/** A regular polygon that fills its box; `turn` is the angle of the first corner in degrees, 0 points up. */
export function regularPolygon(width: number, height: number, corners: number, turn = 0): string {
  return filled(
    width,
    height,
    Array.from({ length: corners }, (_, index) => onCircle(turn + (index * 360) / corners, 1)),
  )
}

/** A star that fills its box. `inner`: radius of the inner corners, 0 to 1. */
export function star(width: number, height: number, points: number, inner: number): string {
  return filled(
    width,
    height,
    Array.from({ length: points * 2 }, (_, index) => onCircle((index * 180) / points, index % 2 === 0 ? 1 : inner)),
  )
}

/** A point on a circle around 0, 0: degrees clockwise from the top. */
function onCircle(degrees: number, radius: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [Math.cos(angle) * radius, Math.sin(angle) * radius]
}

/** Stretches a polygon to touch all four sides of the box. */
function filled(width: number, height: number, points: readonly Point[]): string {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [spanX, spanY] = [Math.max(...xs) - left, Math.max(...ys) - top]
  return polygonIn(
    width,
    height,
    points.map(([x, y]) => [(x - left) / spanX, (y - top) / spanY]),
  )
}
