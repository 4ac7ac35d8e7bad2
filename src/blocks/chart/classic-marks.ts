import { textWidth } from '../text-width.ts'
import type { Area } from './axes.ts'
import type { ChartLook } from './chart-look.ts'
import type { ClassicAxes } from './classic-plot.ts'
import { valueLabel } from './number-format.ts'
import { lineHeight, type Pen, type Point } from './pen.ts'
import type { Sheet } from './sheet.ts'

/** The marks of series in the classic look. */

const lineWidth = 2.7
const dotRadius = 3.4

/** The part of a mark in its category: where it begins and ends. Null: no value. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly label: string
}

/** The spans of all series by category: from zero, or each from the end of the one before. */
export function spansOf(sheet: Sheet, stacked: boolean, percent: boolean, decimals: number): (Span | null)[][] {
  const sums = sheet.categories.map((_, at) =>
    sheet.series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0),
  )
  const ends = sheet.categories.map(() => ({ up: 0, down: 0 }))
  return sheet.series.map(({ values, cells }) =>
    values.map((value, at) => {
      if (value === null) return null
      const size = percent ? (sums[at] === 0 ? 0 : (value / sums[at]!) * 100) : value
      const way = size < 0 ? 'down' : 'up'
      const from = stacked ? ends[at]![way] : 0
      ends[at]![way] += size
      return { from, to: from + size, label: valueLabel(cells[at]!, value, sheet.format, decimals) }
    }),
  )
}

/** Where the bar of a series is in its category, from 0 to 1 of all categories. */
function barsIn({ gap, overlap }: ChartLook, categories: number, series: number, stacked: boolean) {
  const count = stacked ? 1 : series
  const step = 1 - Math.max(-1, Math.min(1, (stacked ? 0 : overlap) / 100))
  const wide = 1 / categories / (1 + (count - 1) * step + Math.max(0, Math.min(500, gap)) / 100)
  const space = (wide * Math.max(0, Math.min(500, gap))) / 100
  return (category: number, index: number): readonly [number, number] => {
    const start = category / categories + space / 2 + (stacked ? 0 : index * step * wide)
    return [start, start + wide]
  }
}

/** The marks of the bars of one series, with their labels. */
export function barMarks(
  pen: Pen,
  axes: ClassicAxes,
  look: ChartLook,
  all: readonly (readonly (Span | null)[])[],
  index: number,
  {
    stacked,
    lying,
    labelSize,
  }: { readonly stacked: boolean; readonly lying: boolean; readonly labelSize: number | null },
): string {
  const spans = all[index]!
  const place = barsIn(look, spans.length, all.length, stacked)
  return spans
    .map((span, category) => {
      if (!span) return ''
      const [start, end] = place(category, index)
      const [a, b] = [axes.at(start, span.from), axes.at(end, span.to)]
      const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
      const [wide, high] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])]
      const bar = pen.bar(left, top, wide, high, 'none')
      if (labelSize === null) return bar
      const far = labelSize * 0.75
      const beyond: Point = lying
        ? [b[0] + (span.to < 0 ? -far / 2 : far / 2), top + high / 2]
        : [left + wide / 2, b[1] + (span.to < 0 ? far : -far)]
      const side = !lying || stacked ? 'middle' : span.to < 0 ? 'right' : 'left'
      const at: Point = stacked ? [left + wide / 2, top + high / 2] : beyond
      return bar + pen.text([span.label], at, { size: labelSize, side })
    })
    .join('')
}

/** A line, or the area below it, with its dots and labels. `at`: the places of the categories. */
export function lineMarks(
  pen: Pen,
  axes: ClassicAxes,
  look: ChartLook,
  spans: readonly (Span | null)[],
  at: readonly number[],
  labelSize: number | null,
): string {
  const points = spans.map((span, index) => (span ? axes.at(at[index]!, span.to) : null))
  const found = points.filter((point) => point !== null)
  if (look.area) {
    const lower = spans.flatMap((span, index) => (span ? [axes.at(at[index]!, span.from)] : []))
    return pen.area(found, lower)
  }
  const line = found.length > 1 ? pen.line(found, lineWidth, look.smooth) : ''
  const dots = look.dots ? found.map((point) => pen.dot(point, dotRadius)).join('') : ''
  const labels = points.map((point, index) =>
    point && labelSize !== null
      ? pen.text([spans[index]!.label], [point[0], point[1] - labelSize * 0.8], { size: labelSize, side: 'middle' })
      : '',
  )
  return line + dots + labels.join('')
}

/** The slices of a pie or of a ring, each a series of its own. */
export function sliceMarks(
  pen: Pen,
  { series, format }: Sheet,
  look: ChartLook,
  room: Area,
  { size, showsValues }: { readonly size: number; readonly showsValues: boolean },
): string[] {
  const [only] = series
  if (!only) return []
  const { values, cells } = only
  const sizes = values.map((value) => Math.max(0, value ?? 0))
  const total = sizes.reduce((sum, value) => sum + value, 0)
  const radius = Math.max(2, Math.min(room.right - room.left, room.bottom - room.top) / 2)
  const center: Point = [(room.left + room.right) / 2, (room.top + room.bottom) / 2]
  const hole = (radius * Math.max(0, Math.min(90, look.hole))) / 100
  let end = look.angle / 360
  return sizes.map((value, index) => {
    const from = end
    if (total === 0 || value === 0) return ''
    end += value / total
    const slice = pen.slice(center, radius, from, end, hole)
    if (!showsValues && !look.shares) return slice
    const text = !showsValues
      ? `${Math.round((value / total) * 100)}%`
      : valueLabel(cells[index]!, value, format, look.decimals)
    const angle = (from + end) * Math.PI
    const far = hole > 0 ? (radius + hole) / 2 : radius * 0.72
    if (textWidth(text, size) > radius || size * lineHeight > radius) return slice
    const at: Point = [center[0] + Math.sin(angle) * far, center[1] - Math.cos(angle) * far]
    return slice + pen.text([text], at, { size, side: 'middle' })
  })
}
