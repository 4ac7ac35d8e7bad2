import { escapeAttribute, escapeText } from '../../../document/html.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { cssColor } from './colors.ts'
import { joinLists, type ListItem } from './text-lists.ts'
import {
  type Bullet,
  type LevelStyles,
  lineHeight,
  type ParagraphStyle,
  type RunStyle,
  runDeclarations,
  type TextContext,
  withParagraph,
  withRun,
} from './text-styles.ts'
import { emuPerPx, pointsToPx, rounded, type Scale } from './units.ts'
import { attr, childrenOf, find, num, textIn } from './xml-tree.ts'

/** What the reading of a text needs. */
export interface TextOptions {
  readonly styles: LevelStyles
  readonly context: TextContext
  readonly scale: Pick<Scale, 'factor'>
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

function runHtml(run: Paragraph['runs'][number], base: RunStyle, { scale, link }: TextOptions): string {
  if (run.name === 'br') return '<br>'
  const words = escapeText(textIn(find(run, 't') ?? (run.name === 'm' ? run : null))).replaceAll('\v', '<br>')
  if (words === '') return ''
  const click = find(run, 'rPr', 'hlinkClick')
  const href = click ? link(click) : null
  const marked = `<span${styleAttribute(runDeclarations(run.look, base, scale))}>${words}</span>`
  const styled = marked.startsWith('<span>') ? words : marked
  return href === null ? styled : `<a href="${escapeAttribute(href)}">${styled}</a>`
}

/** px of a distance before or after a paragraph whose text has this size. */
function distance(spacing: ParagraphStyle['before'], size: number, scale: Pick<Scale, 'factor'>): number {
  return pointsToPx('points' in spacing ? spacing.points : spacing.share * size * 1.2, scale)
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

/** Declarations of a paragraph beside those of the box. */
function paragraphDeclarations(one: Paragraph, before: Paragraph | null, box: Box, options: TextOptions): Declarations {
  const { scale } = options
  const { style, base } = one
  const found: [string, string][] = [
    ...runDeclarations({ ...base, highlight: null, baseline: 0, underline: false, strike: false }, box.run, scale),
  ]
  if (style.align !== box.align) found.push(['text-align', style.align])
  if (style.rightToLeft) found.push(['direction', 'rtl'])
  const line = lineHeight(style.line, box.reduction, scale)
  if (line !== box.line) found.push(['line-height', line])
  if (before) {
    const gap = distance(before.style.after, before.base.size, scale) + distance(style.before, base.size, scale)
    found.push(['margin-top', `${rounded(gap)}px`])
  }
  if (!markerOf(style.bullet)) {
    const left = (style.marginLeft / emuPerPx) * scale.factor
    if (left > 0) found.push(['padding-left', `${rounded(left)}px`])
    if (style.indent !== 0 && left + style.indent >= 0) {
      found.push(['text-indent', `${rounded((style.indent / emuPerPx) * scale.factor)}px`])
    }
  }
  return found
}

/** What the box of a text sets for all of it. */
interface Box {
  readonly run: RunStyle
  readonly align: ParagraphStyle['align']
  readonly line: string
  readonly reduction: number
}

function boxOf(first: Paragraph, reduction: number, scale: Pick<Scale, 'factor'>): Box {
  const run = { ...first.base, highlight: null, baseline: 0, underline: false, strike: false }
  return { run, align: first.style.align, line: lineHeight(first.style.line, reduction, scale), reduction }
}

function boxDeclarations({ run, align, line }: Box, scale: Pick<Scale, 'factor'>): Declarations {
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

/** Reads the text of a shape or cell. Null if it has no paragraph. */
export function readTextBody(body: XmlElement | null, options: TextOptions): TextHtml | null {
  const fit = fitOf(body)
  const paragraphs = childrenOf(body)
    .filter(({ name }) => name === 'p')
    .map((element) => readParagraph(element, options, fit.size))
  const first = paragraphs.find(({ text }) => text.trim() !== '') ?? paragraphs[0]
  if (!first) return null
  const box = boxOf(first, fit.line, options.scale)
  const items = paragraphs.map((one, index): ListItem => {
    const declarations = paragraphDeclarations(one, paragraphs[index - 1] ?? null, box, options)
    const words = one.runs.map((run) => runHtml(run, one.base, options)).join('')
    const marker = one.text.trim() === '' ? null : markerOf(one.style.bullet)
    const left = rounded((one.style.marginLeft / emuPerPx) * options.scale.factor)
    const headed: Declarations = options.isTitle
      ? [
          ['font-size', '1em'],
          ['text-transform', box.run.caps === 'all' ? 'uppercase' : 'none'],
          ['text-wrap', 'wrap'],
          ...declarations.filter(([name]) => name !== 'font-size'),
        ]
      : declarations
    return {
      level: one.level,
      left,
      marker,
      html: words || '<br>',
      style: styleAttribute(marker ? declarations : headed),
    }
  })
  const isEmpty = paragraphs.every(({ text }) => text.trim() === '')
  const html = joinLists(items, options.isTitle ? 'h2' : 'p')
  return { html, style: boxDeclarations(box, options.scale), isEmpty, base: box.run }
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
