import { wrapped } from '../text-width.ts'
import type { Area } from './axes.ts'
import type { ChartLook } from './chart-look.ts'
import { lineHeight, type Pen } from './pen.ts'

// The parts around a plot in the classic look. Lengths are px.

/** The gap between parts, as a share of the chart's side. */
const gapShare = 0.02
/** How thick lines of axes are drawn: as their opacity. */
export const lineStrength = 0.55
export const tickLength = 5.6
export const tickGap = 3.8

const narrow = new Set("ijl.,:;'|! ")
const slim = new Set('frt()-/I')
const usual = new Set('sczvxykS')
const broad = new Set('mwMW%@Q')

/** The estimated width of a label: closer than textWidth, which leaves room for wide fonts. */
export function labelWidth(text: string, size: number): number {
  const widths = [...text].map((sign) => {
    if (sign > '\u2e7f') return 1
    if (narrow.has(sign)) return 0.31
    if (usual.has(sign)) return 0.56
    return slim.has(sign) ? 0.39 : broad.has(sign) ? 0.92 : sign >= 'A' && sign <= 'Z' ? 0.68 : 0.61
  })
  return widths.reduce((sum, width) => sum + width, 0) * size
}

/** What is left of a chart, within its gaps. */
export function roomOf(width: number, height: number): Area {
  const [x, y] = [width * gapShare, height * gapShare]
  return { left: x, top: y, right: width - x, bottom: height - y }
}

export interface Taken {
  readonly markup: string
  readonly left: Area
}

/** A title in the middle above the plot. */
export function classicTitle(title: string, room: Area, pen: Pen, size: number): Taken {
  if (title.trim() === '') return { markup: '', left: room }
  const letters = size * 1.2
  const gap = room.top
  const lines = wrapped(title, (room.right - room.left) * 0.95, letters * 1.02, 3)
  const high = lines.length * letters * lineHeight
  const at = [(room.left + room.right) / 2, room.top + gap * 1.4 + high / 2] as const
  return {
    markup: pen.text(lines, at, { size: letters, bold: true, side: 'middle', part: 'title' }),
    left: { ...room, top: room.top + high + gap * 3.5 },
  }
}

/** A legend's entries, each with the top left corner of its key, and what the legend leaves of the room. */
export interface ClassicLegend {
  readonly places: readonly { readonly x: number; readonly y: number; readonly lines: readonly string[] }[]
  readonly keyWidth: number
  readonly left: Area
}

export function classicLegend(
  names: readonly string[],
  look: ChartLook,
  whole: Area,
  ...[top, size, isLine]: [number, number, boolean]
): ClassicLegend {
  const room = { ...whole, top }
  const keyWidth = size * (isLine ? 1.2 : 0.58)
  const [pad, apart, row] = [size * 0.3, size * 0.3, size * (lineHeight + 0.15)]
  const beside = look.legend === 'right' || look.legend === 'left'
  const wide = room.right - room.left
  const most = beside ? wide * 0.45 : wide * 0.6
  const texts = names.map((name) => wrapped(name, most, size, 3))
  const widths = texts.map((lines) => keyWidth + apart + Math.max(...lines.map((line) => labelWidth(line, size))))
  const widest = Math.max(...widths)
  if (beside) {
    const heights = texts.map(({ length }) => row + (length - 1) * size * lineHeight)
    const total = heights.reduce((sum, one) => sum + one, 0)
    const x = look.legend === 'right' ? room.right - pad - widest : room.left + pad
    // In the middle of the whole chart, beside its title too.
    let y = (room.bottom + whole.top - total) / 2
    const places = texts.map((lines, index) => {
      const place = { x, y: y + heights[index]! / 2, lines }
      y += heights[index]!
      return place
    })
    const taken = widest + pad * 2 + room.left
    const left = look.legend === 'right' ? { ...room, right: room.right - taken } : { ...room, left: room.left + taken }
    return { places, keyWidth, left }
  }
  const columns = Math.max(1, Math.min(names.length, Math.floor((wide - pad) / (widest + pad * 2))))
  const rows = Math.ceil(names.length / columns)
  const column = (index: number): number => Math.max(...widths.filter((_, at) => at % columns === index)) + pad * 2
  const starts = Array.from({ length: columns }, (_, index) =>
    Array.from({ length: index }, (_one, at) => column(at)).reduce((sum, one) => sum + one, 0),
  )
  const total = starts.at(-1)! + column(columns - 1) - pad * 2
  const first = (room.left + room.right - total) / 2
  const taken = rows * row + pad
  const start = look.legend === 'top' ? room.top : room.bottom - taken
  const places = texts.map((lines, index) => {
    const y = start + (Math.floor(index / columns) + 0.5) * row + pad / 2
    return { x: first + starts[index % columns]!, y, lines: lines.slice(0, 1) }
  })
  const gap = room.top * 0.5
  const left = look.legend === 'top' ? { ...room, top: start + taken + gap } : { ...room, bottom: start - gap }
  return { places, keyWidth, left }
}

/** The labels of the horizontal axis: side by side, broken between words, or slanted where words do not fit. */
export interface AxisLabels {
  readonly isSlanted: boolean
  readonly height: number
  readonly every: number
  /** The lines of each label. */
  readonly lines: readonly (readonly string[])[]
}

/** Most lines of a label below an axis. */
const mostLines = 3

/** A label broken between words, by the estimated widths of labels. */
function brokenLabel(name: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of name.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && labelWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export function axisLabels(names: readonly string[], band: number, size: number, isSequence: boolean): AxisLabels {
  const widest = Math.max(0, ...names.map((name) => labelWidth(name, size)))
  const whole = names.map((name) => [name])
  const room = band * 0.98
  if (widest <= room) return { isSlanted: false, height: size * lineHeight, every: 1, lines: whole }
  const lines = names.map((name) => brokenLabel(name, room, size))
  const most = Math.max(...lines.map(({ length }) => length))
  if (!isSequence && most <= mostLines && lines.flat().every((line) => labelWidth(line, size) <= room))
    return { isSlanted: false, height: most * size * lineHeight, every: 1, lines }
  const every = isSequence ? Math.max(1, Math.ceil((size * lineHeight) / Math.SQRT1_2 / band - 0.3)) : 1
  return { isSlanted: true, height: (widest + size * 1.1) * Math.SQRT1_2, every, lines: whole }
}
