/** A position or a vector, in slide px or screen px as documented by the function. y grows downward. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** a + b. */
export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y }
}

/** a - b: the vector from b to a. */
export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y }
}

/** The distance between a and b. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Rotates a vector by degrees, clockwise on the screen. */
export function rotated(vector: Point, degrees: number): Point {
  if (degrees === 0) return vector
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: vector.x * cos - vector.y * sin, y: vector.x * sin + vector.y * cos }
}

/** The direction from `center` to `point` in degrees clockwise from straight up, 0 <= angle < 360. */
export function angleTo(center: Point, point: Point): number {
  return normalAngle((Math.atan2(point.y - center.y, point.x - center.x) * 180) / Math.PI + 90)
}

/** Normalizes an angle in degrees to 0 <= angle < 360. */
export function normalAngle(degrees: number): number {
  const angle = ((degrees % 360) + 360) % 360
  // A tiny negative angle would otherwise round to 360.
  return angle === 360 ? 0 : angle
}

/** Restricts a vector to its longer axis, as Shift does while dragging. */
export function alongOneAxis(vector: Point): Point {
  return Math.abs(vector.x) >= Math.abs(vector.y) ? { x: vector.x, y: 0 } : { x: 0, y: vector.y }
}
