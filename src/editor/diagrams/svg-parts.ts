import { escapeText } from '../../document/html.ts'

/** The colors of a diagram as variables of the theme, so that they change with it. */
export const ink = {
  text: 'var(--r-main-color)',
  accent: 'var(--r-accent-color)',
  ground: 'var(--r-background-color)',
} as const

/** A fill color with its opacity. The theme has only one accent color, so series differ in opacity. */
export interface Shade {
  readonly color: string
  readonly opacity: number
}

const shades: readonly Shade[] = [
  { color: ink.accent, opacity: 1 },
  { color: ink.text, opacity: 0.55 },
  { color: ink.accent, opacity: 0.5 },
  { color: ink.text, opacity: 0.28 },
  { color: ink.accent, opacity: 0.75 },
  { color: ink.text, opacity: 0.8 },
  { color: ink.accent, opacity: 0.3 },
  { color: ink.text, opacity: 0.42 },
]

/** The shade of the series or slice with this index (from 0). */
export function shadeOf(index: number): Shade {
  return shades[index % shades.length]!
}

/** Formats a number as an SVG attribute, rounded to tenths. */
export function tenths(value: number): string {
  return String(Math.round(value * 10) / 10 + 0)
}

/** An SVG element without children. Numbers are rounded to tenths. */
export function shape(tag: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    return ` ${name}="${typeof value === 'number' && !name.endsWith('opacity') ? tenths(value) : value}"`
  })
  return `<${tag}${written.join('')}></${tag}>`
}

/** The style of a text and its alignment to its point. */
export interface TextLook {
  readonly size: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly bold?: boolean
  readonly opacity?: number
}

/** Draws lines of text, vertically centered on `y`. */
export function lettering(lines: readonly string[], x: number, y: number, look: TextLook): string {
  const { size, anchor = 'middle', bold = false, opacity = 1 } = look
  const first = y - ((lines.length - 1) * size * 1.25) / 2 + size * 0.35
  return lines
    .map((line, index) => {
      const weight = bold ? ' font-weight="600"' : ''
      const faint = opacity === 1 ? '' : ` fill-opacity="${opacity}"`
      const place = `x="${tenths(x)}" y="${tenths(first + index * size * 1.25)}" text-anchor="${anchor}"`
      return `<text ${place} font-size="${size}"${weight} fill="${ink.text}"${faint}>${escapeText(line)}</text>`
    })
    .join('')
}

/** The estimated width of a line of text. It is generous, since the theme determines the font. */
export function textWidth(line: string, size: number): number {
  // Ideographs and emoji are square.
  return (
    [...line].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1.05 : sign > 'Z' || sign < 'A' ? 0.57 : 0.7), 0) * size
  )
}

/** Truncates text to a width, with an ellipsis. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  const signs = [...text]
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** A drawn diagram, in px of its own viewBox. */
export interface DrawnDiagram {
  readonly width: number
  readonly height: number
  /** The content of the svg element. */
  readonly markup: string
  /** The alternative text. */
  readonly alt: string
}
