import { cssFilterLimits } from '../limits.ts'

/** Properties whose value is a list of filter functions. */
export const filterProperties: ReadonlySet<string> = new Set(['filter', 'backdrop-filter', '-webkit-backdrop-filter'])

const blurs: ReadonlySet<string> = new Set(['blur', 'drop-shadow'])
/** Filter functions; colors inside drop-shadow() may call others. */
const filters = /\b(blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia|url)\(/gi
/** Functions whose result is unknown here: it may be a length or any number of filter functions. */
const unknown = /\b(?:var|env|attr|calc|min|max|clamp)\(/i
const length =
  /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|cm|mm|q|in|pt|pc|em|rem|ex|rex|ch|rch|ic|lh|rlh|vw|vh|vi|vb|vmin|vmax|[sld]v[wh]|cq(?:w|h|i|b|min|max))(?![\w%(])/gi
/** px per unit; an estimate for units relative to font or window. */
const pixels: Readonly<Record<string, number>> = { px: 1, cm: 37.8, mm: 3.78, q: 0.945, in: 96, pt: 1.333, pc: 16 }
const usualPixels = 16

/**
 * Clamps the lengths in a value of filterProperties to 100 px; null if it has too many functions. `inline`: a style
 * attribute, where functions of unknown result are refused too.
 */
export function boundFilter(text: string, inline: boolean): string | null {
  const names = functionsOf(text)
  if (names.length > cssFilterLimits.functions) return null
  if (names.filter((name) => blurs.has(name)).length > cssFilterLimits.blurs) return null
  if (inline && unknown.test(text)) return null
  return text.replace(length, (whole, number: string, unit: string) => {
    const maxLength = Math.floor(cssFilterLimits.length / (pixels[unit.toLowerCase()] ?? usualPixels))
    return Math.abs(Number(number)) <= maxLength ? whole : `${Math.sign(Number(number)) * maxLength}${unit}`
  })
}

/** Whether a shadow list is short enough: each shadow is blurred separately. */
export function fewShadows(text: string): boolean {
  return text.replace(/\([^()]*\)/g, '').split(',').length <= cssFilterLimits.shadows
}

/** The filter values of a sanitized style, by property. */
export function filterValues(style: string): (readonly [property: string, value: string])[] {
  if (!style.includes('filter:')) return []
  const found = style.matchAll(/(?:^|[\s;])([a-z-]*filter): ([^;]*)/g)
  return [...found].map(([, property, value]) => [property as string, value as string])
}

/** Cost of a sanitized filter value, in units of svgFilterLimits; excludes references to a file's filters. */
export function filterWork(property: string, value: string): number {
  // A backdrop is first drawn into a bitmap of its own.
  const each = property === 'filter' ? 1 : 8
  return functionsOf(value).reduce((sum, name) => sum + (name === 'url' ? 0 : blurs.has(name) ? 4 * each : each), 0)
}

/** How far each blur and shadow of a sanitized filter value reads beyond a pixel, in px. */
export function filterReaches(value: string): number[] {
  return [...value.matchAll(/\b(?:blur|drop-shadow)\(((?:[^()]|\([^()]*\))*)\)/gi)].map(([, inside = '']) => {
    const lengths = [...inside.matchAll(length)].map(
      ([, number, unit]) => Math.abs(Number(number)) * (pixels[(unit as string).toLowerCase()] ?? usualPixels),
    )
    return 3 * Math.max(0, ...lengths)
  })
}

function functionsOf(text: string): string[] {
  return [...text.matchAll(filters)].map(([, name]) => (name as string).toLowerCase())
}
