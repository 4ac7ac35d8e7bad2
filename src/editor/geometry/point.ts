/** A place or a way, in slide px or screen px as the function says. x grows to the right, y downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** a + b. */
export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y }
}

/** a - b: the way from b to a. */
export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y }
}

/** How far a is from b. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** A way turned by degrees, clockwise on the screen. */
export function turned(way: Point, degrees: number): Point {
  if (degrees === 0) return way
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: way.x * cos - way.y * sin, y: way.x * sin + way.y * cos }
}

/** The direction from `center` to `point` in degrees clockwise from straight up, 0 <= angle < 360. */
export function angleTo(center: Point, point: Point): number {
  return normalAngle((Math.atan2(point.y - center.y, point.x - center.x) * 180) / Math.PI + 90)
}

/** The same angle in degrees, 0 <= angle < 360. */
export function normalAngle(degrees: number): number {
  const angle = ((degrees % 360) + 360) % 360
  // A tiny negative angle would otherwise round to 360 itself.
  return angle === 360 ? 0 : angle
}

/** The way, kept to its longer axis: what Shift does to a drag. */
export function alongOneAxis(way: Point): Point {
  return Math.abs(way.x) >= Math.abs(way.y) ? { x: way.x, y: 0 } : { x: 0, y: way.y }
}
