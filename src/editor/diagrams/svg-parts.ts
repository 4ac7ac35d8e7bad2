import { escapeText } from '../../document/html.ts'

/** The colors of a diagram as variables of the theme, so that they change with it. */
export const ink = {
  text: 'var(--r-main-color)',
  accent: 'var(--r-accent-color)',
  ground: 'var(--r-background-color)',
} as const

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

/** A drawn diagram, in px of its own viewBox. */
export interface DrawnDiagram {
  readonly width: number
  readonly height: number
  /** The content of the svg element. */
  readonly markup: string
  /** The alternative text. */
  readonly alt: string
}
