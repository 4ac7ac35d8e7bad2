import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { type Color, type ColorScheme, colorIn, cssColor, literalColor, readColor } from './colors.ts'
import { all, attr, childrenOf, find, firstNamed, flag, num } from './xml-tree.ts'

/** How an area is filled. */
export type Fill =
  | { readonly kind: 'none' }
  | { readonly kind: 'color'; readonly color: Color }
  | { readonly kind: 'gradient'; readonly css: string; readonly first: Color }
  | { readonly kind: 'picture'; readonly blip: XmlElement }
  /** That of the slide's background. */
  | { readonly kind: 'background' }

/** The fill styles of a theme, by the kind of its references. */
export interface FormatScheme {
  readonly fills: readonly XmlElement[]
  readonly lines: readonly XmlElement[]
  readonly backgrounds: readonly XmlElement[]
  readonly effects: readonly XmlElement[]
}

/** What the colors of fills refer to. */
export interface FillContext {
  readonly scheme: ColorScheme
  readonly formats: FormatScheme
}

const fillNames: readonly string[] = ['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill']
const maxStops = 6
const { stops: mostStops } = readerLimits.presentation

export function formatScheme(theme: XmlElement | null): FormatScheme {
  const scheme = find(theme, 'themeElements', 'fmtScheme')
  const list = (name: string) => childrenOf(find(scheme, name))
  return {
    fills: list('fillStyleLst'),
    lines: list('lnStyleLst'),
    backgrounds: list('bgFillStyleLst'),
    effects: list('effectStyleLst'),
  }
}

/** The element that says how an area is filled; null: nothing does. */
export function fillElement(element: XmlElement | null | undefined): XmlElement | null {
  return firstNamed(element, fillNames)
}

/** At most so many of a list, from all of its length. */
function upTo<T>(most: number, list: readonly T[]): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]!)
}

function gradient(element: XmlElement, scheme: ColorScheme, own: Color | null): Fill | null {
  const stops = upTo(mostStops, all(find(element, 'gsLst'), 'gs'))
    .flatMap((stop) => {
      const color = colorIn(stop, scheme, own)
      return color ? [{ color, at: Math.min(100, Math.max(0, (num(stop, 'pos') ?? 0) / 1000)) }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  const [first] = stops
  if (!first) return null
  const all6 =
    stops.length <= maxStops ? stops : stops.filter((_, index) => index % Math.ceil(stops.length / maxStops) === 0)
  const list = all6.length === 1 ? [first, { ...first, at: 100 }] : all6
  const path = find(element, 'path')
  const parts = (
    path
      ? list
          .map(({ color, at }) => ({ color, at: 100 - at }))
          .toReversed()
          .toSorted((a, b) => a.at - b.at)
      : list
  )
    .map(({ color, at }) => `${literalColor(color)} ${Math.round(at * 10) / 10}%`)
    .join(', ')
  if (path) return { kind: 'gradient', css: `radial-gradient(circle, ${parts})`, first: first.color }
  // 0 is to the right, clockwise; in CSS 0 is upward.
  const angle = Math.round(((num(find(element, 'lin'), 'ang') ?? 0) / 60_000 + 90) % 360)
  return { kind: 'gradient', css: `linear-gradient(${angle}deg, ${parts})`, first: first.color }
}

/** The mean of the two colors of a pattern. */
function patternColor(element: XmlElement, scheme: ColorScheme, own: Color | null): Color | null {
  const front = colorIn(find(element, 'fgClr'), scheme, own)
  const back = colorIn(find(element, 'bgClr'), scheme, own)
  if (!front || !back) return front ?? back
  const share = Math.min(90, Number(/^pct(\d+)$/.exec(attr(element, 'prst') ?? '')?.[1] ?? 30)) / 100
  const mixed = (index: 0 | 1 | 2) => Math.round(front.rgb[index] * share + back.rgb[index] * (1 - share))
  return { rgb: [mixed(0), mixed(1), mixed(2)], alpha: 1 }
}

/** Reads a fill element. `group`: the fill of the group, which its members may take. */
export function readFill(
  element: XmlElement | null,
  { scheme }: Pick<FillContext, 'scheme'>,
  own: Color | null = null,
  group: Fill | null = null,
): Fill | null {
  if (!element) return null
  if (element.name === 'noFill') return { kind: 'none' }
  if (element.name === 'gradFill') return gradient(element, scheme, own)
  if (element.name === 'blipFill') return { kind: 'picture', blip: element }
  if (element.name === 'grpFill') return group ?? { kind: 'none' }
  const color = element.name === 'pattFill' ? patternColor(element, scheme, own) : colorIn(element, scheme, own)
  return color ? { kind: 'color', color } : null
}

/** The fill of a reference to the theme's styles (fillRef, bgRef). */
export function referencedFill(reference: XmlElement | null, context: FillContext): Fill | null {
  const index = num(reference, 'idx') ?? 0
  if (!reference || index === 0) return null
  const own = colorIn(reference, context.scheme)
  const { fills, backgrounds } = context.formats
  const element = index >= 1001 ? backgrounds[index - 1001] : fills[index - 1]
  return readFill(element ?? null, context, own) ?? (own ? { kind: 'color', color: own } : null)
}

/** How an outline is drawn; width in EMU. */
export interface Outline {
  readonly color: Color
  readonly width: number
  readonly dash: 'solid' | 'dashed' | 'dotted'
  readonly head: string
  readonly tail: string
}

const usualWidth = 9_525

function dashOf(line: XmlElement | null): Outline['dash'] {
  const name = attr(find(line, 'prstDash'), 'val') ?? 'solid'
  if (/dot/i.test(name) && !/dash/i.test(name)) return 'dotted'
  return name === 'solid' ? 'solid' : 'dashed'
}

/** Reads an outline: its own properties (`ln`), then those of the style's reference. Null: there is none. */
export function readOutline(
  line: XmlElement | null,
  reference: XmlElement | null,
  context: FillContext,
): Outline | null {
  const index = num(reference, 'idx') ?? 0
  const styled = index > 0 ? (context.formats.lines[index - 1] ?? null) : null
  const own = reference ? colorIn(reference, context.scheme) : null
  const fill =
    readFill(fillElement(line), context) ??
    (index > 0
      ? (readFill(fillElement(styled), context, own) ?? (own && { kind: 'color' as const, color: own }))
      : null)
  if (!fill || fill.kind === 'none' || fill.kind === 'picture' || fill.kind === 'background') return null
  const color = fill.kind === 'color' ? fill.color : fill.first
  const width = num(line, 'w') ?? num(styled, 'w') ?? usualWidth
  if (color.alpha === 0) return null
  const dash = dashOf(find(line, 'prstDash') ? line : styled)
  const end = (name: string) => attr(find(line, name) ?? find(styled, name), 'type') ?? 'none'
  return { color, width, dash, head: end('headEnd'), tail: end('tailEnd') }
}

/**
 * The outer shadow in CSS: that of the shape, or of its reference to the theme's effects; '' for none. `px`: px of a
 * length in EMU.
 */
export function shadowOf(
  properties: XmlElement | null,
  { scheme, formats }: FillContext,
  px: (emu: number) => number,
  reference: XmlElement | null = null,
): string {
  const styled = formats.effects[(num(reference, 'idx') ?? 0) - 1] ?? null
  const effects = find(properties, 'effectLst') ?? find(styled, 'effectLst')
  const shadow = find(effects, 'outerShdw')
  const own = reference ? colorIn(reference, scheme) : null
  const color = shadow ? readColor(childrenOf(shadow)[0], scheme, own) : null
  if (!shadow || !color) return ''
  const [distance, direction] = [num(shadow, 'dist') ?? 0, ((num(shadow, 'dir') ?? 0) / 60_000) * (Math.PI / 180)]
  const [x, y] = [Math.cos(direction), Math.sin(direction)].map((part) => Math.round(px(part * distance)))
  return `${x}px ${y}px ${Math.round(px(num(shadow, 'blurRad') ?? 0) / 2)}px ${cssColor(color)}`
}

/** Whether text or a shape is hidden. */
export function isHidden(properties: XmlElement | null): boolean {
  return flag(properties, 'hidden') === true
}
