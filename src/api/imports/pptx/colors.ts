import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { roleWithOpacity, type ThemeRole } from '../../../rules/theme-roles.ts'
import { presetColors } from './preset-colors.ts'
import { attr, childrenOf, find, num } from './xml-tree.ts'

/** A color: red, green and blue from 0 to 255, and its opacity from 0 to 1. */
export interface Color {
  readonly rgb: readonly [number, number, number]
  readonly alpha: number
  /** Set if it is a color of the deck's theme. */
  readonly role?: ThemeRole | undefined
}

/** The colors of a theme as a slide sees them: its names mapped by the master and perhaps the slide. */
export interface ColorScheme {
  /** Colors by their names in the theme: dk1, lt1, accent1 … */
  readonly theme: ReadonlyMap<string, string>
  /** Names of the theme by those used on slides: bg1, tx1 … */
  readonly map: ReadonlyMap<string, string>
  /** The roles of the deck's theme that have these colors, by the names in the theme. */
  readonly roles: ReadonlyMap<string, ThemeRole>
}

const usualMap: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' }
const mostModifiers = readerLimits.presentation.modifiers
const hexForm = /^[0-9a-f]{6}$/i

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hexForm.test(hex) ? hex : '000000', 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The name in the theme of a color that a slide names. */
export function themeSlot(scheme: Pick<ColorScheme, 'map'>, name: string): string {
  return scheme.map.get(name) ?? usualMap[name] ?? name
}

/** The hex value of a color of the theme. */
export function schemeColor(scheme: Omit<ColorScheme, 'roles'>, name: string): string {
  return scheme.theme.get(themeSlot(scheme, name)) ?? scheme.theme.get(name) ?? '000000'
}

/** The color of the theme that an element names and does not change; null for all others. */
export function slotOf(element: XmlElement | null | undefined, scheme: Pick<ColorScheme, 'map'>): string | null {
  if (
    element?.name !== 'schemeClr' ||
    childrenOf(element)
      .slice(0, mostModifiers)
      .some(({ name }) => !name?.startsWith('alpha'))
  )
    return null
  return themeSlot(scheme, attr(element, 'val') ?? '')
}

function namedColor(scheme: ColorScheme, name: string): Color {
  return { rgb: rgbOf(schemeColor(scheme, name)), alpha: 1, role: scheme.roles.get(themeSlot(scheme, name)) }
}

/** An accent color, by its number. */
export function accentColor(scheme: ColorScheme, number: number): Color {
  return namedColor(scheme, `accent${number}`)
}

/** The color of links; null if the theme has none. */
export function linkColor(scheme: ColorScheme): Color | null {
  return scheme.theme.has(themeSlot(scheme, 'hlink')) ? namedColor(scheme, 'hlink') : null
}

/** Reads the colors of a theme part. */
export function themeColors(theme: XmlElement | null): ReadonlyMap<string, string> {
  const scheme = find(theme, 'themeElements', 'clrScheme')
  return new Map(
    childrenOf(scheme).map((slot) => {
      const [color] = childrenOf(slot)
      return [slot.name ?? '', attr(color, 'lastClr') ?? attr(color, 'val') ?? '000000']
    }),
  )
}

/** Reads a color map, such as the master's. */
export function colorMap(element: XmlElement | null): ReadonlyMap<string, string> {
  return new Map(element?.attributes ?? [])
}

function toHsl([r, g, b]: readonly number[]): [number, number, number] {
  const [red, green, blue] = [r! / 255, g! / 255, b! / 255]
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const light = (max + min) / 2
  const delta = max - min
  if (delta === 0) return [0, 0, light]
  const saturation = delta / (1 - Math.abs(2 * light - 1))
  const sector =
    max === red ? ((green - blue) / delta) % 6 : max === green ? (blue - red) / delta + 2 : (red - green) / delta + 4
  return [(sector * 60 + 360) % 360, saturation, light]
}

function fromHsl([hue, saturation, light]: readonly number[]): [number, number, number] {
  const chroma = (1 - Math.abs(2 * light! - 1)) * saturation!
  const second = chroma * (1 - Math.abs(((hue! / 60) % 2) - 1))
  const base = light! - chroma / 2
  const order: readonly (readonly [number, number, number])[] = [
    [chroma, second, 0],
    [second, chroma, 0],
    [0, chroma, second],
    [0, second, chroma],
    [second, 0, chroma],
    [chroma, 0, second],
  ]
  const part = order[Math.floor(hue! / 60) % 6]!
  return part.map((value) => Math.round((value + base) * 255)) as [number, number, number]
}

const clamp = (value: number, most = 1): number => Math.min(most, Math.max(0, value))
const toLinear = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const fromLinear = (value: number): number =>
  Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * clamp(value) ** (1 / 2.4) - 0.055))

type Rgb = [number, number, number]
const inHsl = (rgb: Rgb, change: (hsl: [number, number, number]) => number[]): Rgb => fromHsl(change(toHsl(rgb)))
const each = (rgb: Rgb, change: (value: number) => number): Rgb => rgb.map(change) as Rgb

/** What the modifiers of a color do; values as fractions. */
const modifiers: Readonly<Record<string, (rgb: Rgb, value: number) => Rgb>> = {
  lumMod: (rgb, value) => inHsl(rgb, ([h, s, l]) => [h, s, clamp(l * value)]),
  lumOff: (rgb, value) => inHsl(rgb, ([h, s, l]) => [h, s, clamp(l + value)]),
  lum: (rgb, value) => inHsl(rgb, ([h, s]) => [h, s, clamp(value)]),
  satMod: (rgb, value) => inHsl(rgb, ([h, s, l]) => [h, clamp(s * value), l]),
  satOff: (rgb, value) => inHsl(rgb, ([h, s, l]) => [h, clamp(s + value), l]),
  sat: (rgb, value) => inHsl(rgb, ([h, , l]) => [h, clamp(value), l]),
  hueMod: (rgb, value) => inHsl(rgb, ([h, s, l]) => [(h * value) % 360, s, l]),
  shade: (rgb, value) => each(rgb, (part) => fromLinear(toLinear(part) * value)),
  tint: (rgb, value) => each(rgb, (part) => fromLinear(1 - (1 - toLinear(part)) * value)),
  gray: (rgb) => each(rgb, () => Math.round(0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2])),
  inv: (rgb) => each(rgb, (part) => 255 - part),
}

function baseColor(element: XmlElement, scheme: ColorScheme, own: Color | null): Rgb | null {
  const value = attr(element, 'val') ?? ''
  switch (element.name) {
    case 'srgbClr':
      return rgbOf(value)
    case 'schemeClr':
      if (value === 'phClr') return own ? ([...own.rgb] as Rgb) : null
      return rgbOf(schemeColor(scheme, value))
    case 'sysClr':
      return rgbOf(attr(element, 'lastClr') ?? (value === 'window' ? 'ffffff' : '000000'))
    case 'prstClr':
      return rgbOf(presetColors.get(value.toLowerCase()) ?? '000000')
    case 'scrgbClr':
      return ['r', 'g', 'b'].map((name) => fromLinear((num(element, name) ?? 0) / 100_000)) as Rgb
    case 'hslClr': {
      const [hue, sat, lum] = ['hue', 'sat', 'lum'].map((name) => num(element, name) ?? 0) as [number, number, number]
      return fromHsl([(hue / 60_000) % 360, clamp(sat / 100_000), clamp(lum / 100_000)])
    }
    default:
      return null
  }
}

/** Reads a color element. `own`: the color of a style's reference, which its parts call their own. */
export function readColor(
  element: XmlElement | null | undefined,
  scheme: ColorScheme,
  own: Color | null = null,
): Color | null {
  const base = element ? baseColor(element, scheme, own) : null
  if (!base) return null
  const isOwn = attr(element, 'val') === 'phClr'
  let [rgb, alpha] = [base, isOwn && own ? own.alpha : 1]
  for (const modifier of childrenOf(element).slice(0, mostModifiers)) {
    const value = (num(modifier, 'val') ?? 100_000) / 100_000
    if (modifier.name === 'alpha') alpha = clamp(value)
    else if (modifier.name === 'alphaMod') alpha = clamp(alpha * value)
    else rgb = modifiers[modifier.name ?? '']?.(rgb, value) ?? rgb
  }
  const slot = slotOf(element, scheme)
  const role = slot === null ? undefined : isOwn ? own?.role : scheme.roles.get(slot)
  return { rgb, alpha, role }
}

/** The color in an element such as solidFill. */
export function colorIn(
  element: XmlElement | null | undefined,
  scheme: ColorScheme,
  own: Color | null = null,
): Color | null {
  for (const child of childrenOf(element).slice(0, mostModifiers)) {
    const color = readColor(child, scheme, own)
    if (color) return color
  }
  return null
}

/** A color in CSS: a reference to the deck's theme, if it is one of its colors. */
export function cssColor(color: Color): string {
  return color.role ? roleWithOpacity(color.role, color.alpha) : literalColor(color)
}

/** A color in CSS, as it is now. */
export function literalColor({ rgb, alpha }: Pick<Color, 'rgb' | 'alpha'>): string {
  if (alpha >= 1) return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return `rgba(${rgb.join(', ')}, ${Math.round(alpha * 1000) / 1000})`
}
