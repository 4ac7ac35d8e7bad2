import { escapeText } from '../../document/html.ts'

/** A point in px of the chart. */
export type Point = readonly [x: number, y: number]

export interface TextLook {
  readonly size: number
  /** The side of the text at its point; 'left' by default. Mirrored charts swap left and right. */
  readonly side?: 'left' | 'middle' | 'right'
  readonly bold?: boolean
  /** Part of the chart, for its style: `muted` labels of axes, text `inside` a mark, a series' `name`, the `title`. */
  readonly part?: 'muted' | 'inside' | 'name' | 'title'
  /** Rises to the right, its end at the point. */
  readonly slanted?: boolean
}

/** Writes SVG elements, in px of the chart. Mirrors them for text that is written from right to left. */
export interface Pen {
  readonly mirrored: boolean
  rect(x: number, y: number, width: number, height: number, radius: number): string
  /** A bar; `round` is the side of its rounded end. */
  bar(x: number, y: number, width: number, height: number, round: 'top' | 'right' | 'bottom' | 'left' | 'none'): string
  rule(from: Point, to: Point, opacity: number): string
  line(points: readonly Point[], width: number, smooth?: boolean): string
  /** The area between two lines that run the same way. */
  area(upper: readonly Point[], lower: readonly Point[]): string
  dot(center: Point, radius: number): string
  /** `hole`: the radius that is left out. */
  slice(center: Point, radius: number, from: number, to: number, hole?: number): string
  /** Lines of text, vertically centered on the point. */
  text(lines: readonly string[], at: Point, look: TextLook): string
}

/** Line height of labels, in font sizes. */
export const lineHeight = 1.2

const tenths = (value: number): string => String(Math.round(value * 10) / 10 + 0)

const anchors = { left: 'start', middle: 'middle', right: 'end' } as const
const swapped = { left: 'right', right: 'left', middle: 'middle', top: 'top', bottom: 'bottom', none: 'none' } as const

/** A pen for a chart of a width. */
export function createPen(width: number, mirrored: boolean): Pen {
  const place = (x: number): string => tenths(mirrored ? width - x : x)
  const pair = ([x, y]: Point): string => `${place(x)} ${tenths(y)}`
  const box = (x: number, wide: number): number => (mirrored ? width - x - wide : x)
  return {
    mirrored,
    rect: (x, y, wide, high, radius) =>
      `<rect x="${tenths(box(x, wide))}" y="${tenths(y)}" width="${tenths(wide)}" height="${tenths(high)}" rx="${tenths(radius)}"></rect>`,
    bar: (x, y, wide, high, round) =>
      `<path d="${barPath(box(x, wide), y, wide, high, mirrored ? swapped[round] : round)}"></path>`,
    rule: ([x1, y1], [x2, y2], opacity) =>
      `<path d="M${pair([x1, y1])}L${pair([x2, y2])}" stroke-width="1" stroke-opacity="${opacity}"></path>`,
    line: (points, thickness, smooth = false) =>
      `<path d="M${smooth ? curvePath(points, pair) : points.map(pair).join('L')}" fill="none" stroke-width="${tenths(thickness)}" stroke-linejoin="round" stroke-linecap="round"></path>`,
    area: (upper, lower) => `<path d="M${[...upper, ...lower.toReversed()].map(pair).join('L')}Z"></path>`,
    dot: ([x, y], radius) => `<circle cx="${place(x)}" cy="${tenths(y)}" r="${tenths(radius)}"></circle>`,
    slice: ([x, y], radius, from, to, hole = 0) => slicePath(Number(place(x)), y, radius, from, to, hole),
    text: (lines, [x, y], { size, side = 'left', bold, part, slanted }) => {
      const first = y - ((lines.length - 1) * size * lineHeight) / 2 + size * 0.35
      const anchor = anchors[mirrored ? swapped[side] : side]
      const look = `${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} font-size="${tenths(size)}"${bold ? ' font-weight="600"' : ''}${part ? ` data-l-part="${part}"` : ''}${slanted ? ` transform="rotate(-45 ${place(x)} ${tenths(y)})"` : ''}`
      return lines
        .map((line, index) => {
          const down = tenths(first + index * size * lineHeight)
          return `<text x="${place(x)}" y="${down}"${look}>${escapeText(line)}</text>`
        })
        .join('')
    },
  }
}

/** A rectangle with two rounded corners at one side. */
function barPath(x: number, y: number, width: number, height: number, round: keyof typeof swapped): string {
  const isUpright = round === 'top' || round === 'bottom'
  const r = round === 'none' ? 0 : Math.min(4, width / (isUpright ? 2 : 1), height / (isUpright ? 1 : 2))
  const [right, bottom] = [x + width, y + height]
  // Clockwise from the top left corner: the radius of each corner.
  const corners: readonly [number, number, number, number] = [
    round === 'top' || round === 'left' ? r : 0,
    round === 'top' || round === 'right' ? r : 0,
    round === 'bottom' || round === 'right' ? r : 0,
    round === 'bottom' || round === 'left' ? r : 0,
  ]
  const [a, b, c, d] = corners
  const at = (px: number, py: number): string => `${tenths(px)} ${tenths(py)}`
  const curve = (radius: number, px: number, py: number): string =>
    radius === 0 ? '' : `A${tenths(radius)} ${tenths(radius)} 0 0 1 ${at(px, py)}`
  return (
    `M${at(x + a, y)}L${at(right - b, y)}${curve(b, right, y + b)}L${at(right, bottom - c)}${curve(c, right - c, bottom)}` +
    `L${at(x + d, bottom)}${curve(d, x, bottom - d)}L${at(x, y + a)}${curve(a, x + a, y)}Z`
  )
}

/** A curve through points, each bend as wide as the way between its neighbors. */
function curvePath(points: readonly Point[], pair: (point: Point) => string): string {
  return points
    .map((point, index) => {
      if (index === 0) return pair(point)
      const [before, last, next] = [points[index - 2] ?? points[0]!, points[index - 1]!, points[index + 1] ?? point]
      const one = [last[0] + (point[0] - before[0]) / 6, last[1] + (point[1] - before[1]) / 6] as const
      const two = [point[0] - (next[0] - last[0]) / 6, point[1] - (next[1] - last[1]) / 6] as const
      return `C${pair(one)} ${pair(two)} ${pair(point)}`
    })
    .join('')
}

/** A slice of a circle; its parts are fractions, clockwise from the top. */
function slicePath(x: number, y: number, radius: number, ...[from, to, hole]: [number, number, number]): string {
  // An arc cannot describe a full circle.
  const isWhole = to - from >= 0.9999
  if (isWhole && hole === 0) return `<circle cx="${tenths(x)}" cy="${tenths(y)}" r="${tenths(radius)}"></circle>`
  const end = isWhole ? from + 0.9999 : to
  const at = (part: number, far: number): string => {
    const angle = part * 2 * Math.PI
    return `${tenths(x + Math.sin(angle) * far)} ${tenths(y - Math.cos(angle) * far)}`
  }
  const large = end - from > 0.5 ? 1 : 0
  const arc = (far: number, part: number, clockwise: 0 | 1): string =>
    `A${tenths(far)} ${tenths(far)} 0 ${large} ${clockwise} ${at(part, far)}`
  if (hole === 0) return `<path d="M${tenths(x)} ${tenths(y)}L${at(from, radius)}${arc(radius, end, 1)}Z"></path>`
  return `<path d="M${at(from, radius)}${arc(radius, end, 1)}L${at(end, hole)}${arc(hole, from, 0)}Z"></path>`
}
