import { escapeAttribute, escapeText } from '../../../document/html.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { cssColor } from './colors.ts'
import { joinLists, type ListItem } from './text-lists.ts'
import {
  type Bullet,
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
  /** How much lower it stands than CSS puts it, in px. */
  readonly shift: number
}

type Declarations = readonly (readonly [string, string])[]

function styleAttribute(declarations: Declarations): string {
  if (declarations.length === 0) return ''
  return ` style="${escapeAttribute(declarations.map(([name, value]) => `${name}: ${value};`).join(' '))}"`
}

/** How much an automatic fit has shrunk a text: its size, and the height of its lines. */
function fitOf(body: XmlElement | null): { readonly size: number; readonly line: number } {
  const fit = find(body, 'bodyPr', 'normAutofit')
  return { size: (num(fit, 'fontScale') ?? 100_000) / 100_000, line: (num(fit, 'lnSpcReduction') ?? 0) / 100_000 }
}

interface Paragraph {
  readonly level: number
  readonly style: ParagraphStyle
  readonly base: RunStyle
  readonly runs: readonly (XmlElement & { readonly look: RunStyle })[]
  readonly text: string
}

function readParagraph(element: XmlElement, { styles, context }: TextOptions, shrink: number): Paragraph {
  const properties = find(element, 'pPr')
  const level = Math.min(8, Math.max(0, num(properties, 'lvl') ?? 0))
  const sized = (run: RunStyle): RunStyle => ({ ...run, size: Math.round(run.size * shrink * 100) / 100 })
  const base = withRun(styles.run(level), find(properties, 'defRPr'), context)
  const runs = childrenOf(element)
    .filter(({ name }) => name === 'r' || name === 'br' || name === 'fld' || name === 'm')
    .map((run) => ({ ...run, look: sized(withRun(base, find(run, 'rPr'), context)) }))
  const first = runs.find(({ name }) => name !== 'br')
  const end = sized(withRun(base, find(element, 'endParaRPr'), context))
  const text = runs.map((run) => textIn(find(run, 't') ?? (run.name === 'm' ? run : null))).join('')
  return { level, style: withParagraph(styles.paragraph(level), properties), base: first?.look ?? end, runs, text }
}

const sizesOf = ({ scale, shrinks }: TextOptions): Sizes => ({ factor: scale.factor, relative: shrinks })

function runHtml(run: Paragraph['runs'][number], base: RunStyle, options: TextOptions): string {
  const { link } = options
  if (run.name === 'br') return '<br>'
  const words = escapeText(textIn(find(run, 't') ?? (run.name === 'm' ? run : null))).replaceAll('\v', '<br>')
  if (words === '') return ''
  const click = find(run, 'rPr', 'hlinkClick')
  const href = click ? link(click) : null
  const marked = `<span${styleAttribute(runDeclarations(run.look, base, sizesOf(options)))}>${words}</span>`
  const styled = marked.startsWith('<span>') ? words : marked
  return href === null ? styled : `<a href="${escapeAttribute(href)}">${styled}</a>`
}

/** Points of a distance before or after a paragraph. Shares are of its largest text. */
function distance(spacing: ParagraphStyle['before'], { base, runs }: Paragraph): number {
  if ('points' in spacing) return spacing.points
  return spacing.share * Math.max(...(runs.length > 0 ? runs.map(({ look }) => look.size) : [base.size]))
}

const listStyles: Readonly<Record<string, string>> = {
  ...{ '•': 'disc', '·': 'disc', '●': 'disc', o: 'circle', '○': 'circle', '§': 'square', '▪': 'square', '■': 'square' },
  ...{ ü: '"✓ "', Ø: '"➢ "', q: '"❑ "', v: '"❖ "', à: '"→ "' },
}

function markerOf(bullet: Bullet): { readonly tag: 'ul' | 'ol'; readonly type: string; readonly start: number } | null {
  if (bullet.kind === 'none') return null
  if (bullet.kind === 'mark') {
    const text = bullet.text.replaceAll(/["\\\n]/g, '').slice(0, 3)
    return { tag: 'ul', type: listStyles[text] ?? (/[\ue000-\uf8ff]/.test(text) ? 'disc' : `"${text} "`), start: 1 }
  }
  const { scheme, start } = bullet
  const kind = /^(alpha|roman)(Lc|Uc)/.exec(scheme)
  const name = kind ? `${kind[2] === 'Lc' ? 'lower' : 'upper'}-${kind[1] === 'alpha' ? 'alpha' : 'roman'}` : 'decimal'
  return { tag: 'ol', type: name, start }
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

function aroundOf({ base, style }: Paragraph, reduction: number, scale: Pick<Scale, 'factor'>): Around {
  const run = plainRun(base)
  return { run, align: style.align, line: lineHeight(style.line, reduction, scale) }
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
  if (before) {
    const gap = distance(before.style.after, before) + distance(style.before, one)
    found.push(['margin-top', lengthIn(gap, base.size, sizes)])
  }
  if (!markerOf(style.bullet)) {
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

/** Reads the text of a shape or cell. Null if it has no paragraph. */
export function readTextBody(body: XmlElement | null, options: TextOptions): TextHtml | null {
  const { scale, isTitle } = options
  const fit = fitOf(body)
  const paragraphs = childrenOf(body)
    .filter(({ name }) => name === 'p')
    .map((element) => readParagraph(element, options, fit.size))
  const first = paragraphs.find(({ text }) => text.trim() !== '') ?? paragraphs[0]
  if (!first) return null
  const box = aroundOf(first, fit.line, scale)
  const items = paragraphs.map((one, index): ListItem<Around> => {
    const own = aroundOf(one, fit.line, scale)
    const marker = one.text.trim() === '' ? null : markerOf(one.style.bullet)
    const style = (around: Around): string => {
      const found = paragraphDeclarations(one, paragraphs[index - 1] ?? null, { own, around }, options)
      return styleAttribute(isTitle && !marker ? headingDeclarations(box, found) : found)
    }
    const html = one.runs.map((run) => runHtml(run, one.base, options)).join('') || '<br>'
    const left = rounded((one.style.marginLeft / emuPerPx) * scale.factor)
    return { level: one.level, left, marker, look: own, html, style }
  })
  const length = (px: number, { run }: Around) =>
    options.shrinks ? `${Math.round((px / pointsToPx(run.size, scale)) * 1000) / 1000}em` : `${px}px`
  return {
    html: joinLists(items, { tag: isTitle ? 'h2' : 'p', around: box, length }),
    style: boxDeclarations(box, scale),
    isEmpty: paragraphs.every(({ text }) => text.trim() === ''),
    base: box.run,
    shift: pointsToPx(lineShift(first.style.line, fit.line, box.run.size), scale),
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
