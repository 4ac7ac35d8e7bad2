import { escapeAttribute, escapeText } from '../../../document/html.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { cssColor } from './colors.ts'
import { joinLists, type ListItem } from './text-lists.ts'
import {
  type LevelStyles,
  lengthIn,
  lineHeight,
  lineShift,
  type ParagraphStyle,
  type RunStyle,
  runDeclarations,
  type Sizes,
  type TextContext,
  withParagraph,
  withRun,
} from './text-styles.ts'
import { emuPerPoint, emuPerPx, pointsToPx, rounded, type Scale } from './units.ts'
import { attr, childrenOf, find, num, textIn } from './xml-tree.ts'

/** What the reading of a text needs. */
export interface TextOptions {
  readonly styles: LevelStyles
  readonly context: TextContext
  readonly scale: Pick<Scale, 'factor'>
  /** Whether the text shrinks to fit its box. */
  readonly shrinks: boolean
  /** In tables single lines are as high as their font makes them. */
  readonly inTable: boolean
  /** The href of a link element; null: none. */
  link(element: XmlElement): string | null
  /** Whether paragraphs become headings. */
  readonly isTitle: boolean
}

/** A text: its HTML, and the declarations of its box. */
export interface TextHtml {
  readonly html: string
  readonly style: readonly (readonly [string, string])[]
  /** Whether it has no word. */
  readonly isEmpty: boolean
  readonly base: RunStyle
  readonly align: ParagraphStyle['align']
  /** An estimate of the width of its longest paragraph, in px. */
  readonly widest: number
  /** An estimate of its height in lines of this width, in px. */
  heightIn(width: number): number
  /** How much lower it stands than CSS puts it, in px. */
  readonly shift: number
}

type Declarations = readonly (readonly [string, string])[]

function styleAttribute(declarations: Declarations): string {
  if (declarations.length === 0) return ''
  return ` style="${escapeAttribute(declarations.map(([name, value]) => `${name}: ${value};`).join(' '))}"`
}

interface Paragraph {
  readonly level: number
  readonly style: ParagraphStyle
  readonly base: RunStyle
  readonly runs: readonly (XmlElement & { readonly look: RunStyle })[]
  readonly text: string
}

function readParagraph(element: XmlElement, { styles, context }: TextOptions): Paragraph {
  const properties = find(element, 'pPr')
  const level = Math.min(8, Math.max(0, Math.trunc(num(properties, 'lvl') ?? 0)))
  const base = withRun(styles.run(level), find(properties, 'defRPr'), context)
  const runs = childrenOf(element)
    .filter(({ name }) => name === 'r' || name === 'br' || name === 'fld' || name === 'm')
    .map((run) => ({ ...run, look: withRun(base, find(run, 'rPr'), context) }))
  const first = runs.find(({ name }) => name !== 'br')
  const end = withRun(base, find(element, 'endParaRPr'), context)
  const text = runs.map((run) => textIn(find(run, 't') ?? (run.name === 'm' ? run : null))).join('')
  return {
    level,
    style: withParagraph(styles.paragraph(level), properties, context),
    base: first?.look ?? end,
    runs,
    text,
  }
}

const sizesOf = ({ scale, shrinks }: TextOptions): Sizes => ({ factor: scale.factor, relative: shrinks })

function runHtml(run: Paragraph['runs'][number], base: RunStyle, options: TextOptions): string {
  const { link } = options
  if (run.name === 'br') return '<br>'
  const words = escapeText(textIn(find(run, 't') ?? (run.name === 'm' ? run : null))).replaceAll('\v', '<br>')
  if (words === '') return ''
  const click = find(run, 'rPr', 'hlinkClick')
  const href = click ? link(click) : null
  const declarations = runDeclarations(run.look, base, sizesOf(options))
  // Links have a color of their own, unless they set one.
  const color = run.look.color ? [['color', cssColor(run.look.color)] as const] : []
  if (href !== null) {
    const own = [...declarations.filter(([name]) => name !== 'color' && name !== 'text-decoration'), ...color]
    return `<a href="${escapeAttribute(href)}"${styleAttribute(own)}>${words}</a>`
  }
  return declarations.length === 0 ? words : `<span${styleAttribute(declarations)}>${words}</span>`
}

/** Points of a distance before or after a paragraph. Shares are of its largest text. */
function distance(spacing: ParagraphStyle['before'], { base, runs }: Paragraph): number {
  if ('points' in spacing) return spacing.points
  return spacing.share * Math.max(...(runs.length > 0 ? runs.map(({ look }) => look.size) : [base.size]))
}

/** Marks of fonts of symbols, and what they look like. */
const symbols: Readonly<Record<string, string>> = {
  ...{ '·': '•', '●': '•', '§': '▪', '■': '▪', ü: '✓', Ø: '➢', q: '❑', v: '❖', à: '→', n: '■', l: '●', p: '◻' },
  ...{ u: '◆', w: '◆', s: '▪' },
}

/** A mark as letters that every font has: fonts of symbols have theirs in a private range. */
function shownMark({ text, font }: Extract<ParagraphStyle['bullet'], { kind: 'mark' }>): string {
  const plain = [...text.replaceAll(/["\\\n]/g, '')]
    .slice(0, 3)
    .map((letter) => (/[\uf000-\uf0ff]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) & 0xff) : letter))
    .join('')
  const isSymbol = plain !== text || /wingdings|symbol|webdings/i.test(font) || plain === '●'
  return (isSymbol ? (symbols[plain] ?? '•') : plain) || '•'
}

/** Spaces and their widths, as shares of the size. */
const spaces = [
  ['\u2003', 1],
  ['\u2002', 0.5],
  ['\u2005', 0.25],
  ['\u200a', 0.1],
] as const
const [markWidth, mostSpaces] = [0.5, 12]

/** White space of a width in em. */
function blank(width: number): string {
  let [text, rest] = ['', Math.max(0.1, width)]
  for (const [space, share] of spaces) {
    while (rest >= share && text.length < mostSpaces) {
      text += space
      rest -= share
    }
  }
  return text
}

/**
 * The marker of a list's items. Marks stand at the left end of the indent, but CSS puts them at its right: they have spaces
 * behind them.
 */
function markerOf({ bullet, bulletSize, indent }: ParagraphStyle, { size }: RunStyle): ListItem<unknown>['marker'] {
  if (bullet.kind === 'none') return null
  if (bullet.kind === 'mark') {
    const width = Math.abs(indent) / emuPerPoint / (size || 1) / bulletSize - markWidth
    return { tag: 'ul', type: `"${shownMark(bullet)}${blank(width)}"`, start: 1 }
  }
  const { scheme, start } = bullet
  const kind = /^(alpha|roman)(Lc|Uc)/.exec(scheme)
  const name = kind ? `${kind[2] === 'Lc' ? 'lower' : 'upper'}-${kind[1] === 'alpha' ? 'alpha' : 'roman'}` : 'decimal'
  return { tag: 'ol', type: name, start }
}

/** Declarations of a marker with a color or size of its own. */
function markerDeclarations({ bulletColor, bulletSize }: ParagraphStyle): Declarations {
  return [
    ...(bulletColor ? [['--marker-color', cssColor(bulletColor)] as const] : []),
    ...(bulletSize === 1 ? [] : [['--marker-size', `${bulletSize}em`] as const]),
  ]
}

/** What the element around a paragraph sets for it. */
interface Around {
  readonly run: RunStyle
  readonly align: ParagraphStyle['align']
  readonly line: string
}

const plainRun = (run: RunStyle): RunStyle => ({
  ...{ ...run, highlight: null, baseline: 0, underline: false, strike: false },
})

function aroundOf({ base, style }: Paragraph, { scale, inTable }: TextOptions): Around {
  const run = plainRun(base)
  const isSingle = inTable && 'share' in style.line && style.line.share === 1
  return { run, align: style.align, line: isSingle ? 'normal' : lineHeight(style.line, scale) }
}

/** The declarations of a paragraph that differ from what is around it. */
function paragraphDeclarations(
  one: Paragraph,
  before: Paragraph | null,
  { own, around }: { readonly own: Around; readonly around: Around },
  options: TextOptions,
): Declarations {
  const { style, base } = one
  const sizes = sizesOf(options)
  const length = (emu: number) => lengthIn(emu / emuPerPoint, base.size, sizes)
  const found: [string, string][] = [...runDeclarations(own.run, around.run, sizes)]
  if (own.align !== around.align) found.push(['text-align', own.align])
  if (style.rightToLeft) found.push(['direction', 'rtl'])
  if (own.line !== around.line) found.push(['line-height', own.line])
  const gap = before ? distance(before.style.after, before) + distance(style.before, one) : 0
  // Items of lists have a distance of their own below them.
  if (style.bullet.kind !== 'none') found.push(['margin', `${lengthIn(gap, base.size, sizes)} 0 0`])
  else if (before) found.push(['margin-top', lengthIn(gap, base.size, sizes)])
  if (style.bullet.kind === 'none') {
    if (style.marginLeft > 0) found.push(['padding-left', length(style.marginLeft)])
    if (style.indent !== 0 && style.marginLeft + style.indent >= 0) found.push(['text-indent', length(style.indent)])
  }
  return found
}

function boxDeclarations({ run, align, line }: Around, scale: Pick<Scale, 'factor'>): Declarations {
  return [
    ['font-size', `${pointsToPx(run.size, scale)}px`],
    ...(run.font === '' ? [] : [['font-family', run.font] as const]),
    ...(run.color ? [['color', cssColor(run.color)] as const] : []),
    ['font-weight', run.bold ? 'bold' : 'normal'],
    ...(run.italic ? [['font-style', 'italic'] as const] : []),
    ...(run.caps === 'all' ? [['text-transform', 'uppercase'] as const] : []),
    ['letter-spacing', run.spacing === 0 ? 'normal' : `${pointsToPx(run.spacing, scale)}px`],
    ['line-height', line],
    ['text-align', align],
  ]
}

/** A title's paragraphs are headings, whose own looks are taken back. */
function headingDeclarations(box: Around, declarations: Declarations): Declarations {
  const sized = declarations.find(([name]) => name === 'font-size')
  return [
    sized ?? ['font-size', '1em'],
    ['text-transform', box.run.caps === 'all' ? 'uppercase' : 'none'],
    ['text-wrap', 'wrap'],
    ...declarations.filter(([name]) => name !== 'font-size'),
  ]
}

/** The paragraphs of a text. Those without words at the end of a text that shrinks to fit take no room. */
function paragraphsOf(body: XmlElement | null, options: TextOptions): Paragraph[] {
  const found = childrenOf(body)
    .filter(({ name }) => name === 'p')
    .map((element) => readParagraph(element, options))
  const last = found.findLastIndex(({ text }) => text.trim() !== '')
  return options.shrinks && last >= 0 ? found.slice(0, last + 1) : found
}

/** White space that HTML would collapse. */
const unusualSpace = /^ | {2}|\t/
const tabWidth = 914_400

/** What keeps white space as it is, with tabs of an inch. */
function spacedDeclarations({ factor }: Pick<Scale, 'factor'>): Declarations {
  return [
    ['white-space', 'pre-wrap'],
    ['tab-size', `${rounded((tabWidth / emuPerPx) * factor)}px`],
  ]
}

/** The mean width of letters, as a share of the size. */
const letterWidth = 0.55

/** An estimate of a paragraph's height in px, rather too high than too low. */
function heightOf(paragraph: Paragraph, width: number, scale: Pick<Scale, 'factor'>): number {
  const { runs, base, style } = paragraph
  const room = Math.max(1, width - (style.marginLeft / emuPerPx) * scale.factor)
  let [lines, along] = [1, 0]
  for (const run of runs) {
    if (run.name === 'br') [lines, along] = [lines + 1, 0]
    along += pointsToPx(
      textIn(find(run, 't')).length * run.look.size * letterWidth * (run.look.bold ? 1.15 : 1.05),
      scale,
    )
    // A line ends before the word that does not fit.
    const full = Math.floor(along / (room * 0.95))
    lines += full
    along -= full * room * 0.95
  }
  const largest = Math.max(base.size, ...runs.map(({ look }) => look.size))
  const line = 'points' in style.line ? style.line.points : style.line.share * largest * 1.2
  return pointsToPx(lines * line + distance(style.before, paragraph) + distance(style.after, paragraph), scale)
}

/** Reads the text of a shape or cell. Null if it has no paragraph. */
export function readTextBody(body: XmlElement | null, options: TextOptions): TextHtml | null {
  const { scale, isTitle } = options
  const paragraphs = paragraphsOf(body, options)
  const first = paragraphs.find(({ text }) => text.trim() !== '') ?? paragraphs[0]
  if (!first) return null
  const box = aroundOf(first, options)
  const items = paragraphs.map((one, index): ListItem<Around> => {
    const own = aroundOf(one, options)
    const marker = one.text.trim() === '' ? null : markerOf(one.style, one.base)
    const style = (around: Around): string => {
      const found = paragraphDeclarations(one, paragraphs[index - 1] ?? null, { own, around }, options)
      if (marker) return styleAttribute([...found, ...markerDeclarations(one.style)])
      return styleAttribute(isTitle ? headingDeclarations(box, found) : found)
    }
    // A break at the end begins another line here, but not in HTML.
    const ending = one.runs.at(-1)?.name === 'br' ? '<br>' : ''
    const html = one.runs.map((run) => runHtml(run, one.base, options)).join('') + ending || '<br>'
    const left = rounded((one.style.marginLeft / emuPerPx) * scale.factor)
    return { level: one.level, left, marker, look: own, html, style }
  })
  const length = (px: number, { run }: Around) =>
    options.shrinks ? `${Math.round((px / pointsToPx(run.size, scale)) * 1000) / 1000}em` : `${px}px`
  const spaced = paragraphs.some(({ text }) => unusualSpace.test(text))
  return {
    html: joinLists(items, { tag: isTitle ? 'h2' : 'p', around: box, length }),
    style: [...boxDeclarations(box, scale), ...(spaced ? spacedDeclarations(scale) : [])],
    isEmpty: paragraphs.every(({ text }) => text.trim() === ''),
    ...{ base: box.run, align: box.align },
    widest: pointsToPx(Math.max(...paragraphs.map(({ text, base }) => text.length * base.size * letterWidth)), scale),
    heightIn: (width) => paragraphs.reduce((sum, one) => sum + heightOf(one, width, scale), 0),
    shift: pointsToPx(lineShift(first.style.line, box.run.size), scale),
  }
}

/** The plain text of a body, a line for each paragraph. */
export function plainText(body: XmlElement | null): string {
  return childrenOf(body)
    .filter(({ name }) => name === 'p')
    .map((paragraph) =>
      childrenOf(paragraph)
        .map((run) => (run.name === 'br' ? '\n' : textIn(find(run, 't'))))
        .join(''),
    )
    .join('\n')
    .trim()
}

/** The vertical place of a text in its box. */
export function anchorOf(properties: readonly (XmlElement | null)[]): 'top' | 'middle' | 'bottom' {
  for (const element of properties) {
    const anchor = attr(element, 'anchor')
    if (anchor !== null) return anchor === 'ctr' ? 'middle' : anchor === 'b' ? 'bottom' : 'top'
  }
  return 'top'
}
