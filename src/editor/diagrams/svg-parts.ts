import { escapeText } from '../../document/html.ts'

/** The colors of a diagram: the theme's, so that it changes with the deck. */
export const ink = {
  text: 'var(--r-main-color)',
  accent: 'var(--r-accent-color)',
  ground: 'var(--r-background-color)',
} as const

/** A fill that can be told from those before it: the theme has one accent, so it comes in several strengths. */
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

/** The shade of the series or slice with this number (from 0). */
export function shadeOf(index: number): Shade {
  return shades[index % shades.length]!
}

/** A number as an SVG attribute: to the tenth. */
export function tenths(value: number): string {
  return String(Math.round(value * 10) / 10 + 0)
}

/** An SVG element without children; numbers are rounded to the tenth. */
export function shape(tag: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    return ` ${name}="${typeof value === 'number' && !name.endsWith('opacity') ? tenths(value) : value}"`
  })
  return `<${tag}${written.join('')}></${tag}>`
}

/** How a text stands at its point. */
export interface TextLook {
  readonly size: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly bold?: boolean
  readonly opacity?: number
}

/** Lines of text around a point: the middle of all lines lies on `y`. */
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

/** About how wide a line of text is. The slide's font is the theme's, so there is some room to spare. */
export function textWidth(line: string, size: number): number {
  // Ideographs and emoji are as wide as they are high.
  return (
    [...line].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1.05 : sign > 'Z' || sign < 'A' ? 0.57 : 0.7), 0) * size
  )
}

/** The text cut to a width, with an ellipsis where something is missing. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  const signs = [...text]
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** A picture of lines and text, in a plane of its own. */
export interface DrawnDiagram {
  readonly width: number
  readonly height: number
  /** What stands inside the svg element. */
  readonly markup: string
  /** What it shows, for people who don't see it. */
  readonly alt: string
}
