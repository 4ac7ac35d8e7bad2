import { type Declaration, parseDeclarations } from '../document/css-declarations.ts'
import type { Block, BlockType, BlockTypes, Frame } from '../document/deck-model.ts'
import { firstLineAttribute, firstLineOf } from '../document/first-line.ts'
import { attribute, escapeAttribute, type HtmlElement, textContent } from '../document/html.ts'
import { classesOf, elementsBelow, hasClass, markupIn, removeNode } from '../document/import/tree.ts'
import { limits } from '../rules/limits.ts'
import { dashes } from './dashes.ts'
import { blockTypes } from './index.ts'
import type { LineHead } from './line/line-path.ts'
import { isShapeName, type ShapeName } from './shape/shapes.ts'

/** Converts the content of slides.com's blocks to properties of our own. */

type Props<T extends BlockType> = BlockTypes[T]
export interface Made {
  readonly type: BlockType
  readonly props: unknown
  /** Replaces the frame. */
  readonly frame?: Frame
  /** Added to the styles of the content, which count first. */
  readonly style?: readonly Declaration[]
  readonly attributes?: Block['attributes']
}

/** A block of slides.com, taken apart. */
export interface SlBlock {
  readonly wrapper: HtmlElement
  readonly content: HtmlElement
  readonly frame: Frame
  readonly data: (name: string) => string
}

export const declarationsOf = (element: HtmlElement): readonly Declaration[] =>
  parseDeclarations(attribute(element, 'style') ?? '') ?? []
export const styleOf = (element: HtmlElement): Record<string, string> => Object.fromEntries(declarationsOf(element))
export const px = (value: string | undefined): number | null => {
  const number = /^(-?\d+(?:\.\d+)?)(?:px)?$/.exec(value?.trim() ?? '')
  return number ? Number(number[1]) : null
}

const first = (parent: HtmlElement, ...names: readonly string[]): HtmlElement | undefined =>
  elementsBelow(parent, ({ tagName }) => names.includes(tagName))[0]

/** The markup of the content without what only the editor of slides.com needs. */
function contentOf(content: HtmlElement): string {
  for (const extra of elementsBelow(content, (element) => hasClass(element, 'editing-ui'), false)) removeNode(extra)
  return markupIn(content).trim()
}

function textBlock({ content, data }: SlBlock): Made {
  const html = contentOf(content)
  const plain = html !== '' && !/<(?:p|h[1-6]|ul|ol|div|blockquote|pre)\b/i.test(html) ? `<p>${html}</p>` : html
  const padding = px(styleOf(content).padding) ?? 0
  const props: Props<'text'> = {
    ...{ html: plain, fit: 'none', verticalAlign: 'top', padding },
    placeholder: html === '' ? data('placeholder-text').replace(/[^\p{L}\p{M}\p{N}_ .,;|%+!?'’-]/gu, '') : '',
  }
  return { type: 'text', props, style: styleOf(content)['text-align'] ? [] : [['text-align', 'center']] }
}

/** A radius in px; that of a round picture is a share of it. */
function radiusOf(value: string, { width, height }: Frame): number {
  const share = /^([\d.]+)%$/.exec(value.trim())?.[1]
  return share === undefined
    ? (px(value) ?? 0)
    : Math.round((Math.min(Number(share), 50) / 100) * Math.min(width, height ?? width))
}

function imageBlock({ content, frame }: SlBlock): Made {
  const picture = first(content, 'img')
  const link = first(content, 'a')
  const style = styleOf(content)
  const crop = picture ? cropOf(picture) : null
  const props: Props<'image'> = {
    ...blockTypes.image.defaults().props,
    src: picture ? (attribute(picture, 'src') ?? attribute(picture, 'data-src') ?? '') : '',
    alt: picture ? (attribute(picture, 'alt') ?? '') : '',
    fit: 'fill',
    crop,
    radius: radiusOf(style['border-radius'] ?? (picture ? styleOf(picture)['border-radius'] : undefined) ?? '', frame),
    link: link ? (attribute(link, 'href') ?? '') : '',
  }
  return { type: 'image', props }
}

/** The visible part of a picture, in fractions. */
function cropOf(picture: HtmlElement): Props<'image'>['crop'] {
  const part = (name: string) => Number(attribute(picture, `data-crop-${name}`) ?? Number.NaN)
  const [x, y, width, height] = [part('x'), part('y'), part('width'), part('height')]
  const isValid = [x, y, width, height].every((value) => Number.isFinite(value) && value! >= 0 && value! <= 1)
  return isValid && width! > 0 && height! > 0 && (width! < 1 || height! < 1)
    ? { x: x!, y: y!, width: width!, height: height! }
    : null
}

/** Shapes of slides.com with another name here. */
const shapeNames: Readonly<Record<string, ShapeName>> = {
  rect: 'rectangle',
  circle: 'ellipse',
  'triangle-up': 'triangle',
  star: 'star-5',
  'arrow-right': 'arrow-right',
  'arrow-left': 'arrow-left',
  'arrow-up': 'arrow-up',
  'arrow-down': 'arrow-down',
}

function shapeOf(name: string): ShapeName | null {
  return shapeNames[name] ?? (isShapeName(name) ? name : null)
}

function shapeBlock(block: SlBlock): Made {
  const { content, data } = block
  const name = data('shape-type') || (attribute(block.wrapper, 'data-svg-shape') ?? '')
  const shape = shapeOf(name)
  const drawn = elementsBelow(content, ({ tagName }) => tagName === 'svg')[0]
  const form = drawn
    ? elementsBelow(drawn, ({ tagName }) => /^(?:rect|circle|ellipse|path|polygon)$/.test(tagName))[0]
    : undefined
  const fill = data('shape-fill-color') || (form ? (attribute(form, 'fill') ?? '') : '')
  const strokeWidth = px(data('shape-stroke-width')) ?? (form ? px(attribute(form, 'stroke-width') ?? '') : null) ?? 0
  if (!shape && drawn) return drawingBlock(drawn)
  const dash = dashes.find((one) => one === data('shape-stroke-style')) ?? 'solid'
  const props: Props<'shape'> = {
    ...blockTypes.shape.defaults().props,
    ...{ shape: shape ?? 'rectangle', fill, strokeWidth, dash },
    stroke: data('shape-stroke-color') || (form ? (attribute(form, 'stroke') ?? '') : ''),
  }
  return { type: 'shape', props }
}

/** A symbol: its drawing as it is. */
function drawingBlock(svg: HtmlElement): Made {
  const box = attribute(svg, 'viewBox') ?? ''
  const [width, height] = [px(attribute(svg, 'width') ?? ''), px(attribute(svg, 'height') ?? '')]
  const viewBox = box || (width && height ? `0 0 ${width} ${height}` : '0 0 100 100')
  const holder = `<svg viewBox="${escapeAttribute(viewBox)}" preserveAspectRatio="none" aria-hidden="true" style="width: 100%; height: 100%;">${markupIn(svg)}</svg>`
  return { type: 'snippet', props: { html: holder } }
}

const heads: Readonly<Record<string, LineHead>> = {
  'line-arrow': 'arrow',
  arrow: 'triangle',
  circle: 'circle',
  square: 'square',
}

function lineBlock({ content, data, frame }: SlBlock): Made {
  const point = (name: string) => Number(data(`line-${name}`)) || 0
  const [x1, y1, x2, y2] = [point('x1'), point('y1'), point('x2'), point('y2')]
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)]
  const [width, height] = [Math.max(Math.abs(x2 - x1), 1), Math.max(Math.abs(y2 - y1), 1)]
  const drawn = elementsBelow(content, ({ tagName }) => tagName === 'path' || tagName === 'line').at(-1)
  const props: Props<'line'> = {
    ...blockTypes.line.defaults().props,
    points: [
      { x: (x1 - left) / width, y: (y1 - top) / height },
      { x: (x2 - left) / width, y: (y2 - top) / height },
    ],
    start: heads[data('line-start-type')] ?? 'none',
    end: heads[data('line-end-type')] ?? 'none',
    dash: dashes.find((one) => one === data('line-style')) ?? 'solid',
    color: data('line-color') || (drawn ? (attribute(drawn, 'stroke') ?? '') : ''),
    width: px(data('line-width')) ?? (drawn ? px(attribute(drawn, 'stroke-width') ?? '') : null) ?? 2,
  }
  return { type: 'line', props, frame: { x: frame.x + left, y: frame.y + top, width, height, rotation: 0 } }
}

/** The size of letters in a block of slides.com, as a factor of those around it; null if it is a length. */
function shareOf(size: string | undefined): number | null {
  const share = /^([\d.]+)(%|em)$/.exec(size?.trim() ?? '')
  return share ? Number(share[1]) / (share[2] === '%' ? 100 : 1) : size === undefined ? 1 : null
}

/** Three digits at most. */
const short = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Code of slides.com has letters of 0.55 em, unless its element has others. */
function codeStyle(content: HtmlElement, pre: HtmlElement | undefined, code: HtmlElement): Declaration[] {
  const own = pre ? styleOf(pre) : {}
  const [size, height] = [px(own['font-size']), px(own['line-height'])]
  const share = shareOf(styleOf(content)['font-size'])
  const { padding } = styleOf(code)
  return [
    ...(size === null
      ? share === null
        ? []
        : [['font-size', `${short(share * 0.55)}em`] as const]
      : [['font-size', `${size}px`] as const]),
    ...(size && height ? [['--code-line-height', short(height / size)] as const] : []),
    ...(padding && px(padding) !== null ? [['--code-padding', padding] as const] : []),
  ]
}

function codeBlock({ content, data }: SlBlock): Made {
  for (const extra of elementsBelow(content, (element) => hasClass(element, 'editing-ui'), false)) removeNode(extra)
  const code = first(content, 'code') ?? content
  const pre = first(content, 'pre')
  const numbers = attribute(code, 'data-line-numbers')
  const names = [...classesOf(code), ...(pre ? classesOf(pre) : [])].filter((name) => name !== 'hljs')
  const props: Props<'code'> = {
    ...blockTypes.code.defaults().props,
    code: textContent(code).replace(/\n$/, ''),
    language: names.map((name) => name.replace(/^lang(?:uage)?-/, ''))[0] ?? '',
    lineNumbers: numbers !== null,
    firstLine: firstLineOf(attribute(code, firstLineAttribute)),
    steps: /^[0-9,|-]{1,100}$/.test(numbers ?? '') && /\d/.test(numbers ?? '') ? (numbers as string) : '',
  }
  const colors = [['data-highlight-theme', data('highlight-theme') || 'zenburn'] as const]
  const frame = data('code-frame')
  const attributes = frame && frame !== 'none' ? [...colors, ['data-code-frame', frame] as const] : colors
  return { type: 'code', props, style: codeStyle(content, pre, code), attributes }
}

/** Letters of formulas on slides.com, in px, and the padding that ours have around them. */
const [formulaLetters, formulaPadding] = [50, 10]

function mathBlock({ content, frame, wrapper }: SlBlock): Made {
  const input = elementsBelow(content, (element) => hasClass(element, 'math-input'))[0]
  const source = elementsBelow(content, ({ tagName }) => tagName === 'annotation')[0]
  const latex = textContent(input ?? source ?? content)
    .trim()
    .replace(/^\\\[|\\\]$|^\$\$|\$\$$/g, '')
  // There formulas are set as in a line.
  const isTall =
    /\\(?:frac|sum|int|prod|lim|binom|o?i{1,3}nt|big\w+)\b/.test(latex) && !/^\\(?:begin|displaystyle)\b/.test(latex)
  const written = isTall ? `\\textstyle ${latex}` : latex
  const props = { ...blockTypes.math.defaults().props, latex: written.slice(0, limits.slide.formula) }
  const share = shareOf(styleOf(content)['font-size'])
  const style: Declaration[] = share === null ? [] : [['font-size', `${short(share * formulaLetters)}px`]]
  // There it is as wide as its formula.
  if (px(styleOf(wrapper).width) !== null) return { type: 'math', props, style }
  const x = frame.x - formulaPadding
  return {
    ...{ type: 'math', props, style: [...style, ['text-align', 'left']] },
    frame: { ...frame, x, y: frame.y - formulaPadding, width: Math.max(300, 960 - Math.max(0, x)), height: null },
  }
}

function iframeBlock({ content }: SlBlock): Made {
  const frame = first(content, 'iframe')
  const src = frame ? (attribute(frame, 'src') ?? attribute(frame, 'data-src') ?? '') : ''
  const title = frame ? (attribute(frame, 'title') ?? '') : ''
  return { type: 'iframe', props: { ...blockTypes.iframe.defaults().props, src, ...(title ? { title } : {}) } }
}

function mediaProps(element: HtmlElement | undefined) {
  const source = element && first(element, 'source')
  const has = (name: string) => element !== undefined && attribute(element, name) !== null
  const named = (one: HtmlElement | undefined) => (one ? (attribute(one, 'src') ?? attribute(one, 'data-src')) : null)
  return {
    src: named(element) ?? named(source) ?? '',
    ...{ controls: has('controls'), loop: has('loop'), autoplay: has('data-autoplay') || has('autoplay') },
  }
}

function videoBlock({ content }: SlBlock): Made {
  const video = first(content, 'video')
  const poster = video ? (attribute(video, 'poster') ?? '') : ''
  const muted = video !== undefined && attribute(video, 'muted') !== null
  return { type: 'video', props: { ...blockTypes.video.defaults().props, ...mediaProps(video), muted, poster } }
}

function audioBlock({ content }: SlBlock): Made {
  return { type: 'audio', props: { ...blockTypes.audio.defaults().props, ...mediaProps(first(content, 'audio')) } }
}

const isCell = ({ tagName }: HtmlElement): boolean => tagName === 'td' || tagName === 'th'
const cellStyles = new Set(['text-align', 'background-color', 'color', 'vertical-align'])

/** The most columns of a table: cells that span many would need memory for each place that they cover. */
const mostColumns = 200

/** The cells of a table, with null where a merged cell covers a place; null if rows differ in length or are too long. */
function tableRows(table: HtmlElement): Props<'table'>['rows'] | null {
  const lines = elementsBelow(table, ({ tagName }) => tagName === 'tr', false)
  const rows: (Props<'table'>['rows'][number][number] | undefined)[][] = lines.map(() => [])
  for (const [y, line] of lines.entries()) {
    let x = 0
    for (const cell of elementsBelow(line, isCell, false)) {
      while (rows[y]![x] !== undefined) x++
      const span = (name: string) => Math.min(Math.max(Number(attribute(cell, name)) || 1, 1), 100)
      const [columns, height] = [span('colspan'), Math.min(span('rowspan'), lines.length - y)]
      if (x + columns > mostColumns) return null
      const style = declarationsOf(cell).filter(([name]) => cellStyles.has(name))
      for (let dy = 0; dy < height; dy++) for (let dx = 0; dx < columns; dx++) rows[y + dy]![x + dx] = null
      rows[y]![x] = { html: contentOf(cell), style, columns, rows: height }
      x += columns
    }
  }
  const width = rows[0]?.length ?? 0
  const isWhole = width > 0 && rows.every((row) => row.length === width && !row.includes(undefined))
  return isWhole ? (rows as Props<'table'>['rows']) : null
}

function tableBlock(block: SlBlock): Made {
  const { content, data, frame } = block
  const table = first(content, 'table')
  const rows = table ? tableRows(table) : null
  if (!table || !rows || first(table, 'caption', 'table')) return snippetBlock(block)
  const cells = elementsBelow(first(table, 'tr')!, isCell, false)
  const widths = cells.map((cell) => {
    const { width = '' } = styleOf(cell)
    return width.endsWith('%') ? Number.parseFloat(width) : ((px(width) ?? 0) / frame.width) * 100
  })
  const props: Props<'table'> = {
    ...blockTypes.table.defaults().props,
    rows,
    headerRow: cells.every(({ tagName }) => tagName === 'th'),
    widths:
      rows[0]!.length === cells.length && widths.every((width) => width > 0)
        ? widths.map((one) => Number(short(one)))
        : [],
    borderColor: data('table-border-color') || 'currentcolor',
    borderWidth: px(data('table-border-width')) ?? 1,
    padding: px(data('table-padding')) ?? 5,
  }
  return { type: 'table', props, style: [['font-size', '1em']] }
}

/** A drawing by hand. */
function sketchBlock(block: SlBlock): Made {
  const drawn = first(block.content, 'svg')
  return drawn ? drawingBlock(drawn) : snippetBlock(block)
}

/** Keeps the markup of any other block in a snippet. */
export function snippetBlock({ content }: SlBlock): Made {
  return { type: 'snippet', props: { html: contentOf(content) } }
}

export const makers: Readonly<Record<string, (block: SlBlock) => Made>> = {
  text: textBlock,
  image: imageBlock,
  shape: shapeBlock,
  line: lineBlock,
  code: codeBlock,
  math: mathBlock,
  iframe: iframeBlock,
  video: videoBlock,
  audio: audioBlock,
  table: tableBlock,
  drawing: sketchBlock,
}
