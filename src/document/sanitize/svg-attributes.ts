import type { ValueRule } from './attribute-values.ts'
import { cssTokens } from './css/css-tokens.ts'
import { cleanValue } from './css/css-values.ts'
import type { UrlPolicy } from './urls.ts'

// Numbers, number lists, path data and transforms: none of their letters can begin a URL or a script.
const numbers = (value: string) => matches(value, /^(?:[-+0-9eE., %]|px|em|rem|pt|pc|mm|cm|in|ex|ch)*$/, 100_000)
const path = (value: string) => matches(value, /^[-+0-9eE., MmZzLlHhVvCcSsQqTtAa]*$/, 500_000)
const transform = (value: string) =>
  matches(value, /^(?: ?,? ?(?:matrix|translate|scale|rotate|skewX|skewY) ?\([-+0-9eE., ]*\))* ?$/, 10_000)
const word = (value: string) => matches(value, /^[A-Za-z0-9-]{1,40}(?: [A-Za-z0-9-]{1,40}){0,4}$/, 200)
const fonts = (value: string) => matches(value, /^[A-Za-z0-9 ,'"_-]*$/, 500)
const localId = /^[A-Za-z_][A-Za-z0-9_.:-]{0,59}$/

function matches(value: string, pattern: RegExp, max: number): string | null {
  const text = value.trim().replace(/\s+/g, ' ')
  return text.length <= max && pattern.test(text) ? text : null
}

const byRule = (rule: ValueRule, names: string): [string, ValueRule][] => names.split(/\s+/).map((name) => [name, rule])

/** Geometry and plain presentation, validated only by syntax. */
const drawing: ReadonlyMap<string, ValueRule> = new Map([
  ...byRule(
    numbers,
    `x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points viewBox pathLength offset opacity fill-opacity stroke-opacity
    stop-opacity flood-opacity stroke-width stroke-miterlimit stroke-dashoffset rotate textLength font-size letter-spacing word-spacing
    kerning`,
  ),
  ...byRule((value) => (value.trim() === 'none' ? 'none' : numbers(value)), 'stroke-dasharray'),
  ...byRule(path, 'd'),
  ...byRule(transform, 'transform gradientTransform patternTransform'),
  ...byRule(
    word,
    `preserveAspectRatio fill-rule clip-rule stroke-linecap stroke-linejoin gradientUnits spreadMethod text-anchor dominant-baseline
    alignment-baseline font-weight font-style font-variant font-stretch text-decoration vector-effect paint-order visibility display overflow
    shape-rendering text-rendering image-rendering color-rendering color-interpolation lengthAdjust baseline-shift writing-mode
    mix-blend-mode`,
  ),
  ...byRule(fonts, 'font-family'),
])

/** Colors and paint: `none`, a color, or `url(#svg-…)` of the same document. */
const paint: ReadonlySet<string> = new Set(['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color'])

/** Additional attributes of uploaded files, validated only by syntax. */
const fileDrawing: ReadonlyMap<string, ValueRule> = new Map([
  ...byRule(
    numbers,
    `stdDeviation values baseFrequency numOctaves seed scale k1 k2 k3 k4 radius azimuth elevation surfaceScale specularConstant
    specularExponent diffuseConstant kernelMatrix order divisor bias targetX targetY kernelUnitLength slope intercept amplitude exponent
    tableValues pointsAtX pointsAtY pointsAtZ limitingConeAngle z refX refY markerWidth markerHeight startOffset`,
  ),
  ...byRule(
    word,
    `clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits primitiveUnits filterUnits markerUnits orient in in2
    result operator mode type edgeMode preserveAlpha stitchTiles xChannelSelector yChannelSelector color-interpolation-filters
    method spacing side mask-type enable-background`,
  ),
])

/** Properties that reference other elements of the same file. */
const references: ReadonlySet<string> = new Set([
  'clip-path',
  'mask',
  'filter',
  'marker-start',
  'marker-mid',
  'marker-end',
])

/** Prefix of every kept id: no property of window or document has such a name. */
const svgIdPrefix = 'svg-'

/** Prefixes an id; null if it has unexpected characters. */
export function svgId(value: string): string | null {
  const id = value.trim()
  if (!localId.test(id)) return null
  const plain = id.replace(/[.:]/g, '-')
  return plain.startsWith(svgIdPrefix) ? plain : svgIdPrefix + plain
}

/** Sanitizes an svg element's attribute (except class, style, id and href). Null if it is not allowed. */
export function cleanSvgAttribute(name: string, value: string, isFile: boolean, policy: UrlPolicy): string | null {
  const rule = drawing.get(name) ?? (isFile ? fileDrawing.get(name) : undefined)
  if (rule) return rule(value)
  if (!paint.has(name) && !(isFile && references.has(name))) return null
  const tokens = cssTokens(prefixReferences(value))
  const result = cleanValue(tokens, 0, tokens.length, 'style', policy)
  if ('refused' in result || result.text.length > 500) return null
  // A color or a reference within the same SVG: no other URL, and no text.
  return /["\\]/.test(result.text.replace(/url\("#svg-[\w-]+"\)/g, '')) ? null : result.text
}

/** Adds the id prefix to `url(#id)`. */
export function prefixReferences(css: string): string {
  return css.replace(/url\(\s*(["']?)#([A-Za-z_][A-Za-z0-9_.:-]{0,59})\1\s*\)/g, (whole, _quote, id: string) => {
    const prefixed = svgId(id)
    return prefixed === null ? whole : `url("#${prefixed}")`
  })
}
