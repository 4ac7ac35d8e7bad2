/** What the outline of a shape costs to draw. Lengths in user units, unless they are fractions of the image. */
export interface Outline {
  /** Vertices, curves counted as the lines that browsers draw for them. */
  readonly points: number
  /** Length, an upper bound. */
  readonly length: number
  /** Length as fractions of the image's longer side. No line counts more than 1: the rest is outside. */
  readonly edges: number
  readonly width: number
  readonly height: number
}

/** A product in which 0 × ∞ is 0: a point has no length at any scale. */
export const scaled = (length: number, scale: number): number => (length === 0 || scale === 0 ? 0 : length * scale)

export const noOutline: Outline = { points: 0, length: 0, edges: 0, width: 0, height: 0 }

const numberAt = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const flagAt = /[\s,]*([01])/y
const commandAt = /[\s,]*([a-z])/iy

/** Numbers per command. */
const sizes: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
/** Lines that a curve is drawn with, at least. */
const curvePoints: Readonly<Record<string, number>> = { c: 3, s: 3, q: 2, t: 2, a: 9 }

/** Adds up lines. `scale`: fraction of the image's longer side per user unit. */
class Pen {
  points = 0
  length = 0
  edges = 0
  x = 0
  y = 0
  /** The last control point of the present curve; null after other commands. */
  control: readonly [number, number] | null = null
  #left = Infinity
  #right = -Infinity
  #top = Infinity
  #bottom = -Infinity
  readonly #scale: number

  constructor(scale: number) {
    this.#scale = scale
  }

  moveTo(x: number, y: number): void {
    this.x = x
    this.y = y
    this.reach(x, y, 0)
  }

  /** Enlarges the box by a point with so much around it. */
  reach(x: number, y: number, around: number): void {
    this.#left = Math.min(this.#left, x - around)
    this.#right = Math.max(this.#right, x + around)
    this.#top = Math.min(this.#top, y - around)
    this.#bottom = Math.max(this.#bottom, y + around)
  }

  lineTo(x: number, y: number, points = 1): void {
    this.add(Math.hypot(x - this.x, y - this.y), points)
    this.moveTo(x, y)
  }

  add(length: number, points: number, parts = 1): void {
    this.points += points
    this.length += length
    this.edges += Math.min(scaled(length, this.#scale), parts)
  }

  get outline(): Outline {
    const { points, length, edges } = this
    const isEmpty = this.#right < this.#left
    const [width, height] = isEmpty ? [0, 0] : [this.#right - this.#left, this.#bottom - this.#top]
    return { points, length, edges, width, height }
  }
}

/** The outline of path data. Like browsers, it ends at the first error. */
export function pathOutline(data: string, scale: number): Outline {
  const pen = new Pen(scale)
  let at = 0
  let [startX, startY] = [0, 0]
  const read = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const match = pattern.exec(data)
    if (match) at = pattern.lastIndex
    return match ? (match[1] as string) : null
  }
  let command = read(commandAt)
  while (command !== null) {
    const kind = command.toLowerCase()
    const numbers: number[] = []
    for (let index = 0; index < (sizes[kind] ?? Infinity); index++) {
      const text = read(kind === 'a' && (index === 3 || index === 4) ? flagAt : numberAt)
      if (text === null) return pen.outline
      numbers.push(Number(text))
    }
    if (kind === 'z') pen.lineTo(startX, startY)
    else draw(pen, kind, command === kind, numbers)
    if (kind === 'm') [startX, startY] = [pen.x, pen.y]
    const next = read(commandAt)
    // Further numbers repeat the command; after `m` they are lines.
    if (next !== null) command = next
    else if (kind === 'z') return pen.outline
    else if (kind === 'm') command = command === 'm' ? 'l' : 'L'
  }
  return pen.outline
}

function draw(pen: Pen, kind: string, isRelative: boolean, numbers: readonly number[]): void {
  const [fromX, fromY] = isRelative ? [pen.x, pen.y] : [0, 0]
  const x = kind === 'v' ? pen.x : fromX + (kind === 'h' ? (numbers[0] as number) : (numbers.at(-2) as number))
  const y = kind === 'h' ? pen.y : fromY + (numbers.at(-1) as number)
  const { control } = pen
  pen.control = null
  if (kind === 'a') drawArc(pen, Math.max(Math.abs(numbers[0] as number), Math.abs(numbers[1] as number)), x, y)
  // A curve is not longer than the lines through its control points, and inside of their box. The first one of `s` and
  // `t` mirrors the last one before.
  const isSmooth = kind === 's' || kind === 't'
  if (isSmooth && control) pen.lineTo(2 * pen.x - control[0], 2 * pen.y - control[1], 0)
  if (kind === 't') pen.control = [pen.x, pen.y]
  if (kind === 'c' || kind === 's' || kind === 'q') {
    for (let index = 0; index + 2 < numbers.length; index += 2) {
      pen.lineTo(fromX + (numbers[index] as number), fromY + (numbers[index + 1] as number), 0)
      pen.control = [pen.x, pen.y]
    }
  }
  if (kind === 'm' || kind === 'a') pen.moveTo(x, y)
  else pen.lineTo(x, y, curvePoints[kind] ?? 1)
}

function drawArc(pen: Pen, radius: number, x: number, y: number): void {
  // Radii that are too small for the way are enlarged.
  const used = Math.max(radius, Math.hypot(x - pen.x, y - pen.y) / 2)
  pen.reach(pen.x, pen.y, 2 * used)
  pen.add(2 * Math.PI * used, curvePoints.a ?? 1, 4)
}

/** The outline of a list of points. */
export function pointsOutline(numbers: readonly number[], scale: number): Outline {
  const pen = new Pen(scale)
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [x, y] = [numbers[index] as number, numbers[index + 1] as number]
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  // Polygons are closed.
  if (numbers.length >= 4) pen.lineTo(numbers[0] as number, numbers[1] as number)
  return pen.outline
}

/** The outline of a rectangle, or of an ellipse in it. */
export function boxOutline(width: number, height: number, points: number, scale: number): Outline {
  const pen = new Pen(scale)
  for (const side of [width, height]) {
    pen.add(side, points / 4)
    pen.add(side, points / 4)
  }
  return { ...pen.outline, width, height }
}
