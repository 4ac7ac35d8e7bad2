import type {
  Paint,
  SceneColor,
  SceneGradient,
  SceneLine,
  SceneShadow,
  SceneStop,
} from '../../document/powerpoint/scene.ts'

const canvas = document.createElement('canvas')
canvas.width = 1
canvas.height = 1
/** For converting colors and measuring fonts. */
export const context = canvas.getContext('2d', { willReadFrequently: true })!
const known = new Map<string, SceneColor>()

const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** A CSS color, computed, in any color space. */
export function colorOf(css: string, opacity = 1): SceneColor {
  let color = known.get(css)
  if (!color) {
    color = readColor(css)
    known.set(css, color)
  }
  return opacity === 1 ? color : { hex: color.hex, alpha: color.alpha * opacity }
}

function readColor(css: string): SceneColor {
  const plain = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)(?:,? ?\/? ?([\d.]+))?\)$/.exec(css)
  if (plain) {
    return { hex: hexOf([Number(plain[1]), Number(plain[2]), Number(plain[3])]), alpha: Number(plain[4] ?? 1) }
  }
  const srgb = /^color\(srgb (-?[\d.e-]+) (-?[\d.e-]+) (-?[\d.e-]+)(?: \/ ([\d.e-]+))?\)$/.exec(css)
  if (srgb) {
    const channels = [srgb[1], srgb[2], srgb[3]].map((part) => Number(part) * 255)
    return { hex: hexOf(channels), alpha: Number(srgb[4] ?? 1) }
  }
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = '#000'
  context.fillStyle = css
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return { hex: hexOf([red, green, blue]), alpha: Math.round((alpha / 255) * 1000) / 1000 }
}

/** Splits at commas, or at spaces, outside of parentheses. */
export function splitOutside(text: string, at: ',' | ' '): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const corners: Readonly<Record<string, number>> = { top: 0, right: 90, bottom: 180, left: 270 }

function angleOf(text: string, width: number, height: number): number | null {
  const turned = /^(-?[\d.]+)(deg|turn|rad|grad)$/.exec(text)
  if (turned) {
    const units: Readonly<Record<string, number>> = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 }
    return Number(turned[1]) * units[turned[2]!]!
  }
  const sides = /^to (top|right|bottom|left)(?: (top|right|bottom|left))?$/.exec(text)
  if (!sides) return null
  if (!sides[2]) return corners[sides[1]!]!
  // To a corner: perpendicular to the other diagonal.
  const steep = (Math.atan2(height, width) * 180) / Math.PI
  const names = [sides[1], sides[2]]
  const right = names.includes('right')
  const base = names.includes('top') ? (right ? 90 - steep : 270 + steep) : right ? 90 + steep : 270 - steep
  return base
}

function stopsOf(parts: readonly string[], length: number, opacity: number): SceneStop[] {
  const stops: { color: SceneColor; at: number | null }[] = []
  for (const part of parts) {
    const words = splitOutside(part, ' ')
    const places = words.filter((word) => /^-?[\d.]+(%|px)$/.test(word))
    const color = words.filter((word) => !places.includes(word)).join(' ')
    if (color === '') continue
    const at = (place: string): number => Number.parseFloat(place) / (place.endsWith('%') ? 100 : length || 1)
    if (places.length === 0) stops.push({ color: colorOf(color, opacity), at: null })
    for (const place of places) stops.push({ color: colorOf(color, opacity), at: at(place) })
  }
  if (stops.length === 0) return []
  stops[0]!.at ??= 0
  stops.at(-1)!.at ??= 1
  return stops.map(({ color, at }, index) => {
    if (at !== null) return { ...color, at: Math.min(1, Math.max(0, at)) }
    const before = stops.findLastIndex((stop, other) => other < index && stop.at !== null)
    const after = stops.findIndex((stop, other) => other > index && stop.at !== null)
    const [low, high] = [stops[before]!.at!, stops[after]!.at!]
    return { ...color, at: low + ((high - low) * (index - before)) / (after - before) }
  })
}

/** A computed `background-image` that is one gradient; null if it is something else. */
export function gradientOf(css: string, width: number, height: number, opacity = 1): SceneGradient | null {
  const layers = splitOutside(css, ',')
  const match = layers.length === 1 ? /^(linear|radial)-gradient\((.*)\)$/s.exec(layers[0]!) : null
  if (!match) return null
  const parts = splitOutside(match[2]!, ',')
  const isLinear = match[1] === 'linear'
  const angle = isLinear ? angleOf(parts[0] ?? '', width, height) : null
  const hasShape = !isLinear && /^(circle|ellipse|closest|farthest|at )/.test(parts[0] ?? '')
  // Files have radial gradients about the middle only.
  if (hasShape && /\bat (?!center$|50% 50%$)/.test(parts[0]!)) return null
  const degrees = angle ?? 180
  const radians = (degrees * Math.PI) / 180
  const length = Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians))
  const stops = stopsOf(angle !== null || hasShape ? parts.slice(1) : parts, length, opacity)
  return stops.length < 2 ? null : { kind: isLinear ? 'linear' : 'radial', angle: degrees, stops }
}

/** The fill of a box: a gradient over a color, or the color. `isMore`: it has a picture, or several layers. */
export function fillOf(
  style: CSSStyleDeclaration,
  width: number,
  height: number,
  opacity: number,
): { readonly fill: Paint | null; readonly isMore: boolean } {
  const color = colorOf(style.backgroundColor, opacity)
  const plain = color.alpha > 0.001 ? color : null
  if (style.backgroundImage === 'none' || style.backgroundClip === 'text') return { fill: plain, isMore: false }
  const gradient = gradientOf(style.backgroundImage, width, height, opacity)
  return gradient ? { fill: gradient, isMore: false } : { fill: plain, isMore: true }
}

/** A side of a border; null if it is not visible. */
export function borderOf(style: CSSStyleDeclaration, side: string, opacity: number): SceneLine | null {
  const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`))
  const form = style.getPropertyValue(`border-${side}-style`)
  const color = colorOf(style.getPropertyValue(`border-${side}-color`), opacity)
  if (!(width > 0) || form === 'none' || form === 'hidden' || color.alpha < 0.001) return null
  return { color, width, dash: form === 'dashed' ? 'dashed' : form === 'dotted' ? 'dotted' : 'solid' }
}

/** The first outer shadow. */
export function shadowOf(css: string, opacity: number): SceneShadow | null {
  if (css === 'none' || css === '') return null
  for (const layer of splitOutside(css, ',')) {
    const words = splitOutside(layer, ' ')
    if (words.includes('inset')) continue
    const lengths = words.filter((word) => /^-?[\d.]+px$/.test(word)).map(Number.parseFloat)
    const color = colorOf(words.filter((word) => !/^-?[\d.]+px$/.test(word)).join(' '), opacity)
    if (color.alpha < 0.001) continue
    return { color, x: lengths[0] ?? 0, y: lengths[1] ?? 0, blur: lengths[2] ?? 0 }
  }
  return null
}

export function sameLine(a: SceneLine | null, b: SceneLine | null): boolean {
  if (a === null || b === null) return a === b
  return a.width === b.width && a.dash === b.dash && a.color.hex === b.color.hex && a.color.alpha === b.color.alpha
}
