import type { BlockDefinition } from '../../document/block-definition.ts'
import { parseDeclarations } from '../../document/css-declarations.ts'
import { formatNumber, parseNumber } from '../../document/css-number.ts'
import type { Block, BlockId } from '../../document/deck-model.ts'
import { attribute, escapeAttribute, isElement } from '../../document/html.ts'
import { type LinkProps, linkAround, withoutLink } from '../block-link.ts'
import { type Dash, dashes, strokeAttributes } from '../dashes.ts'
import {
  headPath,
  type Leaning,
  type LineForm,
  type LineHead,
  type LineLeanings,
  type LinePoint,
  lineForms,
  lineHeads,
  lineWay,
} from './line-path.ts'

/** The sides of a block whose midpoints are connector anchors. */
export type LineSide = 'top' | 'right' | 'bottom' | 'left'

/** The anchor of a line's end: it follows the block. */
export interface LineAnchor {
  readonly block: BlockId
  readonly side: LineSide
  /** Set if the block is rotated so that its top and bottom sides face left and right. */
  readonly turned?: true
}

/** A line between two or more points. */
export interface LineProps extends LinkProps {
  /** Fractions of the frame, 0 to 1 from its top left corner; at least two. They move and scale with the frame. */
  readonly points: readonly LinePoint[]
  readonly form: LineForm
  readonly start: LineHead
  readonly end: LineHead
  readonly dash: Dash
  /** A CSS color, or '' for the theme's text color. */
  readonly color: string
  /** px. */
  readonly width: number
  /** Anchors of the start and the end; null: not connected. */
  readonly from: LineAnchor | null
  readonly to: LineAnchor | null
}

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly line: LineProps
  }
}

/** A line. Its frame is the bounding box of its points, at least 1 px wide and high. */
export const lineBlock: BlockDefinition<LineProps> & { readonly type: 'line' } = {
  type: 'line',
  title: 'Line',
  hidden: false,
  capabilities: { resize: 'line', rotate: false, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: [
    'data-l-line',
    'data-l-points',
    'data-l-start',
    'data-l-end',
    'data-l-dash',
    'data-l-from',
    'data-l-to',
  ],

  defaults: () => ({
    frame: { x: 330, y: 350, width: 300, height: 1, rotation: 0 },
    props: {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
      form: 'straight',
      start: 'none',
      end: 'none',
      dash: 'solid',
      color: '',
      width: 4,
      from: null,
      to: null,
      link: '',
    },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const svg = inside?.content[0]
    const path = svg?.childNodes[0]
    if (svg?.tagName !== 'svg' || !path || !isElement(path)) return null
    const form = lineForms.find((name) => name === attribute(svg, 'data-l-line'))
    const start = lineHeads.find((name) => name === (attribute(svg, 'data-l-start') ?? 'none'))
    const end = lineHeads.find((name) => name === (attribute(svg, 'data-l-end') ?? 'none'))
    const dash = dashes.find((name) => name === (attribute(svg, 'data-l-dash') ?? 'solid'))
    const points = parsePoints(attribute(svg, 'data-l-points') ?? '')
    const width = parseNumber(attribute(path, 'stroke-width'))
    if (!form || !start || !end || !dash || !points || width === null) return null
    const style = Object.fromEntries(parseDeclarations(attribute(path, 'style') ?? '') ?? [])
    const anchors = { from: parseAnchor(attribute(svg, 'data-l-from')), to: parseAnchor(attribute(svg, 'data-l-to')) }
    return { points, form, start, end, dash, color: style.stroke ?? '', width, ...anchors, link: inside!.link }
  },

  render: renderLine,

  sample: () => ({
    id: '00000000000000a4',
    type: 'line',
    frame: { x: 300, y: 200, width: 240.5, height: 120, rotation: 0 },
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [['opacity', '0.5']],
    attributes: [],
    props: {
      points: [
        { x: 0, y: 1 },
        { x: 0.3333, y: 0.5 },
        { x: 1, y: 0 },
      ],
      form: 'curve',
      start: 'circle',
      end: 'triangle',
      dash: 'dotted',
      color: '#c0392b',
      width: 3,
      from: { block: '00000000000000a3', side: 'right' },
      to: null,
      link: 'https://example.com/way?a=1&b=2',
    },
  }),
}

/** A line's points in slide px. */
export function linePoints({ frame, props }: Block<LineProps>): LinePoint[] {
  const { x, y, width, height } = frame ?? { x: 0, y: 0, width: 0, height: 0 }
  return props.points.map((point) => ({ x: x + point.x * width, y: y + point.y * (height ?? 0) }))
}

/** Moves the points, given in slide px; the frame becomes their bounding box. */
export function withLinePoints(block: Block<LineProps>, points: readonly LinePoint[]): Block<LineProps> {
  // Rounded as written: otherwise the path would shift slightly after parsing.
  const left = hundredth(Math.min(...points.map((point) => point.x)))
  const top = hundredth(Math.min(...points.map((point) => point.y)))
  const width = Math.max(1, hundredth(Math.max(...points.map((point) => point.x)) - left))
  const height = Math.max(1, hundredth(Math.max(...points.map((point) => point.y)) - top))
  const parts = points.map((point) => ({ x: part((point.x - left) / width), y: part((point.y - top) / height) }))
  return { ...block, frame: { x: left, y: top, width, height, rotation: 0 }, props: { ...block.props, points: parts } }
}

/** Minimum width of a line's hit area, in slide px. */
const minHitWidth = 24

function renderLine({ frame, props }: Block<LineProps>): string {
  const width = Math.max(frame?.width ?? 1, 1)
  const height = Math.max(frame?.height ?? 1, 1)
  const points = props.points.map((point) => ({ x: point.x * width, y: point.y * height }))
  const way = lineWay(props.form, points, lineLeanings(props))
  const heads =
    headPath(props.start, points[0]!, way.out, props.width) + headPath(props.end, points.at(-1)!, way.back, props.width)
  const places = props.points.map((point) => `${part(point.x)} ${part(point.y)}`).join(' ')
  const option = (name: string, value: string, usual: string): string => (value === usual ? '' : ` ${name}="${value}"`)
  const ends = option('data-l-start', props.start, 'none') + option('data-l-end', props.end, 'none')
  const dash = option('data-l-dash', props.dash, 'solid')
  const anchors = option('data-l-from', anchorText(props.from), '') + option('data-l-to', anchorText(props.to), '')
  const size = `width="${formatNumber(width)}" height="${formatNumber(height)}"`
  const view = `viewBox="0 0 ${formatNumber(width)} ${formatNumber(height)}" aria-hidden="true"`
  const paint = (property: string): string =>
    props.color === '' ? '' : ` style="${escapeAttribute(`${property}: ${props.color};`)}"`
  const stroke = `<path class="block-line" d="${way.path}" fill="none"${paint('stroke')}${strokeAttributes(props.width, props.dash)}></path>`
  const ended = heads === '' ? '' : `<path class="block-head" d="${heads}"${paint('fill')}></path>`
  // A thin line is hard to hit: a linked one has a wider hit area.
  const hit = `<path class="block-hit" d="${way.path}" fill="none" stroke-width="${formatNumber(Math.max(props.width, minHitWidth))}"></path>`
  const drawn = `${stroke}${ended}${props.link === '' ? '' : hit}`
  const svg = `<svg data-l-line="${props.form}" data-l-points="${places}"${ends}${dash}${anchors} ${size} ${view}>${drawn}</svg>`
  return linkAround(props.link, svg)
}

/** The directions in which a connected line leaves its blocks: perpendicular to the side. Null for free ends. */
export function lineLeanings({ from, to }: Pick<LineProps, 'from' | 'to'>): LineLeanings {
  const along = (anchor: LineAnchor | null): Leaning => {
    if (anchor === null) return null
    const sideways = anchor.side === 'left' || anchor.side === 'right'
    return sideways === (anchor.turned !== true) ? 'across' : 'down'
  }
  return { out: along(from), back: along(to) }
}

function anchorText(anchor: LineAnchor | null): string {
  return anchor === null ? '' : `${anchor.block} ${anchor.side}${anchor.turned ? ' turned' : ''}`
}

function parseAnchor(text: string | null): LineAnchor | null {
  const match = /^([0-9a-f]{16}) (top|right|bottom|left)( turned)?$/.exec(text ?? '')
  if (!match) return null
  return { block: match[1]!, side: match[2] as LineSide, ...(match[3] ? { turned: true } : {}) }
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

/** Four decimals: a tenth of a px on the widest slide. */
function part(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0
}

function parsePoints(text: string): LinePoint[] | null {
  if (!/^-?\d(\.\d{1,4})?( -?\d(\.\d{1,4})?){3,63}$/.test(text)) return null
  const numbers = text.split(' ').map(Number)
  if (numbers.length % 2 !== 0) return null
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    x: numbers[index * 2]! + 0,
    y: numbers[index * 2 + 1]! + 0,
  }))
}
