import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { type Color, type ColorScheme, colorIn, cssColor, linkColor } from './colors.ts'
import { type Fonts, themeFamily } from './theme-fonts.ts'
import { pointsToPx, rounded, type Scale } from './units.ts'
import { attr, find, firstNamed, flag, num } from './xml-tree.ts'

/** How characters look. Sizes in points. */
export interface RunStyle {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly caps: 'none' | 'all' | 'small'
  /** Share of the size by which text is raised. */
  readonly baseline: number
  /** Letter spacing in points. */
  readonly spacing: number
  readonly color: Color | null
  readonly highlight: Color | null
  readonly font: string
}

/** How a paragraph looks. Lengths in EMU; spacing as a share of the line or in points. */
export interface ParagraphStyle {
  readonly align: 'left' | 'center' | 'right' | 'justify'
  readonly rightToLeft: boolean
  readonly marginLeft: number
  readonly indent: number
  readonly line: Spacing
  readonly before: Spacing
  readonly after: Spacing
  readonly bullet: Bullet
  /** Null: that of the text. */
  readonly bulletColor: Color | null
  /** As a share of the text's. */
  readonly bulletSize: number
}

/** A distance: a share of the line's height, or points. */
export type Spacing = { readonly share: number } | { readonly points: number }

/** What stands before a paragraph. */
export type Bullet =
  | { readonly kind: 'none' }
  | { readonly kind: 'mark'; readonly text: string; readonly font: string }
  | { readonly kind: 'number'; readonly scheme: string; readonly start: number }

/** What text refers to. */
export interface TextContext {
  readonly scheme: ColorScheme
  readonly fonts: Fonts
}

const usualRun: RunStyle = {
  ...{ size: 18, bold: false, italic: false, underline: false, strike: false, caps: 'none', baseline: 0, spacing: 0 },
  ...{ color: null, highlight: null, font: '' },
}

const usualParagraph: ParagraphStyle = {
  ...{ align: 'left', rightToLeft: false, marginLeft: 0, indent: 0, line: { share: 1 }, before: { points: 0 } },
  ...{ after: { points: 0 }, bullet: { kind: 'none' }, bulletColor: null, bulletSize: 1 },
}

const aligns: Readonly<Record<string, ParagraphStyle['align']>> = {
  ...{
    l: 'left',
    ctr: 'center',
    r: 'right',
    just: 'justify',
    justLow: 'justify',
    dist: 'justify',
    thaiDist: 'justify',
  },
}

function spacing(element: XmlElement | null): Spacing | null {
  const share = num(find(element, 'spcPct'), 'val')
  if (share !== null) return { share: share / 100_000 }
  const points = num(find(element, 'spcPts'), 'val')
  return points === null ? null : { points: points / 100 }
}

const bulletNames: readonly string[] = ['buNone', 'buChar', 'buBlip', 'buAutoNum']
/** Characters of a mark that are read. */
const longestMark = 20

function bulletOf(properties: XmlElement): Bullet | null {
  const found = firstNamed(properties, bulletNames)
  if (!found) return null
  if (found.name === 'buNone') return { kind: 'none' }
  if (found.name === 'buBlip') return { kind: 'mark', text: '•', font: '' }
  if (found.name === 'buAutoNum') {
    return { kind: 'number', scheme: attr(found, 'type') ?? 'arabicPeriod', start: num(found, 'startAt') ?? 1 }
  }
  const font = attr(find(properties, 'buFont'), 'typeface') ?? ''
  return { kind: 'mark', text: (attr(found, 'char') ?? '•').slice(0, longestMark), font }
}

/** A paragraph's style with the properties of an element such as pPr or lvl1pPr. */
export function withParagraph(
  style: ParagraphStyle,
  properties: XmlElement | null,
  { scheme }: Pick<TextContext, 'scheme'>,
): ParagraphStyle {
  if (!properties) return style
  const [color, size] = [find(properties, 'buClr'), num(find(properties, 'buSzPct'), 'val')]
  return {
    align: aligns[attr(properties, 'algn') ?? ''] ?? style.align,
    rightToLeft: flag(properties, 'rtl') ?? style.rightToLeft,
    marginLeft: num(properties, 'marL') ?? style.marginLeft,
    indent: num(properties, 'indent') ?? style.indent,
    line: spacing(find(properties, 'lnSpc')) ?? style.line,
    before: spacing(find(properties, 'spcBef')) ?? style.before,
    after: spacing(find(properties, 'spcAft')) ?? style.after,
    bullet: bulletOf(properties) ?? style.bullet,
    bulletColor: color ? colorIn(color, scheme) : find(properties, 'buClrTx') ? null : style.bulletColor,
    bulletSize: size === null ? style.bulletSize : Math.min(4, Math.max(0.25, size / 100_000)),
  }
}

/** A run's style with the properties of an element such as rPr or defRPr. */
export function withRun(style: RunStyle, properties: XmlElement | null, { scheme, fonts }: TextContext): RunStyle {
  if (!properties) return style
  const [underline, strike, caps] = [attr(properties, 'u'), attr(properties, 'strike'), attr(properties, 'cap')]
  const fill = find(properties, 'solidFill') ?? find(properties, 'gradFill', 'gsLst', 'gs')
  const isLink = find(properties, 'hlinkClick', 'extLst') === null && find(properties, 'hlinkClick') !== null
  const typeface = attr(find(properties, 'latin'), 'typeface')
  const size = num(properties, 'sz')
  return {
    size: size === null ? style.size : size / 100,
    bold: flag(properties, 'b') ?? style.bold,
    italic: flag(properties, 'i') ?? style.italic,
    underline: isLink || (underline === null ? style.underline : underline !== 'none'),
    strike: strike === null ? style.strike : strike !== 'noStrike',
    caps: caps === null ? style.caps : caps === 'all' ? 'all' : caps === 'small' ? 'small' : 'none',
    baseline: (num(properties, 'baseline') ?? style.baseline * 100_000) / 100_000,
    spacing: (num(properties, 'spc') ?? style.spacing * 100) / 100,
    color: (isLink ? linkColor(scheme) : fill && colorIn(fill, scheme)) ?? style.color,
    highlight: colorIn(find(properties, 'highlight'), scheme) ?? style.highlight,
    font: typeface === null ? style.font : themeFamily(typeface, fonts),
  }
}

/** The styles of the levels of a text, from the outermost list of styles to the innermost. */
export interface LevelStyles {
  paragraph(level: number): ParagraphStyle
  run(level: number): RunStyle
}

/** What the style of a shape or table sets for its text. */
export interface StyledText {
  readonly color: Color | null
  readonly bold?: boolean
}

/** `lists`: elements with lvl1pPr to lvl9pPr, and defPPr, the weakest first. */
export function levelStyles(
  lists: readonly (XmlElement | null)[],
  context: TextContext,
  { color, bold = false }: StyledText = { color: null },
): LevelStyles {
  const known = new Map<number, { paragraph: ParagraphStyle; run: RunStyle }>()
  const at = (level: number) => {
    const found = known.get(level)
    if (found) return found
    let [paragraph, run] = [usualParagraph, usualRun]
    for (const list of lists) {
      for (const name of ['defPPr', `lvl${level + 1}pPr`]) {
        const properties = find(list, name)
        paragraph = withParagraph(paragraph, properties, context)
        run = withRun(run, find(properties, 'defRPr'), context)
      }
    }
    const made = { paragraph, run: { ...run, color: color ?? run.color, bold: bold || run.bold } }
    known.set(level, made)
    return made
  }
  return { paragraph: (level) => at(level).paragraph, run: (level) => at(level).run }
}

/** How sizes of text are written: in px, or relative, for boxes whose text shrinks to fit. */
export interface Sizes extends Pick<Scale, 'factor'> {
  readonly relative: boolean
}

/** A length in points in a text of `size` points. */
export function lengthIn(points: number, size: number, sizes: Sizes): string {
  return sizes.relative ? `${Math.round((points / (size || 1)) * 1000) / 1000}em` : `${pointsToPx(points, sizes)}px`
}

/** The declarations of a run, without those that equal `base`: the style of the element around it. */
export function runDeclarations(style: RunStyle, base: RunStyle, scale: Sizes): [string, string][] {
  const found: [string, string][] = []
  const add = (property: string, value: string, differs: boolean) => differs && found.push([property, value])
  const size = style.baseline === 0 ? style.size : style.size * 0.66
  add('font-size', lengthIn(size, base.size, scale), size !== base.size)
  add('font-family', style.font, style.font !== base.font && style.font !== '')
  const color = style.color && cssColor(style.color)
  add('color', color ?? '', color !== null && color !== (base.color && cssColor(base.color)))
  add('background-color', style.highlight ? cssColor(style.highlight) : '', style.highlight !== null)
  add('font-weight', style.bold ? 'bold' : 'normal', style.bold !== base.bold)
  add('font-style', style.italic ? 'italic' : 'normal', style.italic !== base.italic)
  const lines = [style.underline ? 'underline' : '', style.strike ? 'line-through' : ''].filter(Boolean).join(' ')
  add('text-decoration', lines, lines !== '')
  add('text-transform', style.caps === 'all' ? 'uppercase' : 'none', (style.caps === 'all') !== (base.caps === 'all'))
  add('font-variant', 'small-caps', style.caps === 'small' && base.caps !== 'small')
  add('letter-spacing', `${pointsToPx(style.spacing, scale)}px`, style.spacing !== base.spacing)
  add('vertical-align', style.baseline > 0 ? 'super' : 'sub', style.baseline !== 0)
  return found
}

/** The height of a single line, as a share of the size: programs of presentations have one for all fonts. */
const singleLine = 1.2

/** The height of the lines of a text of this size, as a share of it. */
function linesOf(spacing: Spacing, size: number): number {
  return 'points' in spacing ? spacing.points / (size || 1) : singleLine * spacing.share
}

/** The height of lines as CSS. */
export function lineHeight(spacing: Spacing, sizes: Pick<Scale, 'factor'>): string {
  return 'points' in spacing ? `${pointsToPx(spacing.points, sizes)}px` : String(rounded(linesOf(spacing, 1)))
}

/**
 * How much lower than in CSS text stands in its lines, in points. Programs of presentations keep a fifth of the size below
 * the baseline, or less where lines are narrow; CSS puts the letters in the middle. Measured with LibreOffice.
 */
export function lineShift(spacing: Spacing, size: number): number {
  const lines = linesOf(spacing, size)
  const inCss = lines / 2 + 0.345
  const isNarrow = 'share' in spacing && lines < singleLine
  return (isNarrow ? lines * 0.8 - inCss : lines - 0.2 - inCss) * size
}
