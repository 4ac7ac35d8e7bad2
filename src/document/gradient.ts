/** A color of a gradient at a place from 0 to 100 percent. */
export interface GradientStop {
  readonly color: string
  readonly at: number
}

/** A gradient of two to six colors. */
export interface Gradient {
  readonly kind: 'linear' | 'radial'
  /** Degrees as in CSS: 0 is upward, 90 to the right. Radial gradients have none. */
  readonly angle: number
  readonly stops: readonly GradientStop[]
}

/** The most colors of a gradient in the editor. */
export const maxGradientStops = 6

const sides: Readonly<Record<string, number>> = {
  'to top': 0,
  'to top right': 45,
  'to right top': 45,
  'to right': 90,
  'to bottom right': 135,
  'to right bottom': 135,
  'to bottom': 180,
  'to bottom left': 225,
  'to left bottom': 225,
  'to left': 270,
  'to top left': 315,
  'to left top': 315,
}

/** Reads a gradient that the editor can change; null for other values and for gradients of another form. */
export function parseGradient(value: string): Gradient | null {
  const [, kind, inside] = /^(linear|radial)-gradient\((.*)\)$/i.exec(value.trim()) ?? []
  if (kind === undefined || inside === undefined) return null
  const parts = splitAtCommas(inside)
  const isLinear = kind.toLowerCase() === 'linear'
  const angle = isLinear ? angleOf(parts[0] ?? '') : null
  const hasShape = !isLinear && /^(?:circle|ellipse)?(?: ?(?:farthest-corner|at center))?$/i.test(parts[0] ?? '')
  const written = angle !== null || hasShape ? parts.slice(1) : parts
  const stops = written.map((part, index) => stopOf(part, (index * 100) / Math.max(1, written.length - 1)))
  if (stops.length < 2 || stops.length > maxGradientStops || stops.includes(null)) return null
  return { kind: isLinear ? 'linear' : 'radial', angle: angle ?? 180, stops: stops as GradientStop[] }
}

/** The gradient in CSS. */
export function formatGradient({ kind, angle, stops }: Gradient): string {
  const list = stops.map(({ color, at }) => `${color} ${Math.round(at * 10) / 10}%`).join(', ')
  return kind === 'linear' ? `linear-gradient(${Math.round(angle)}deg, ${list})` : `radial-gradient(circle, ${list})`
}

function angleOf(text: string): number | null {
  const degrees = /^(-?\d{1,4}(?:\.\d{1,3})?)deg$/i.exec(text)?.[1]
  if (degrees !== undefined) return ((Number(degrees) % 360) + 360) % 360
  return sides[text.toLowerCase().replace(/\s+/g, ' ')] ?? null
}

function stopOf(part: string, usual: number): GradientStop | null {
  const [, color, at] = /^(.*?)(?:\s+(-?\d{1,3}(?:\.\d{1,3})?)%)?$/.exec(part) ?? []
  if (!color || !/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgba?|hsla?|color-mix|var)\(.*\))$/i.test(color)) return null
  return { color, at: Math.min(100, Math.max(0, at === undefined ? usual : Number(at))) }
}

/** Splits at the commas outside of parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
