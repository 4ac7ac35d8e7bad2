import { numberIn } from '../number-text.ts'
import type { Area } from './axes.ts'
import { colorCount } from './chart-cells.ts'
import type { ChartLook } from './chart-look.ts'
import type { ChartProps } from './chart-props.ts'
import { type ClassicLegend, classicLegend, classicTitle, labelWidth, roomOf } from './classic-frame.ts'
import { barMarks, lineMarks, sliceMarks, spansOf } from './classic-marks.ts'
import { type Along, classicAxes, classicTicks, roughLength } from './classic-plot.ts'
import { classicScale } from './classic-scale.ts'
import { drawRadar } from './draw-radar.ts'
import { createPen, lineHeight, type Pen } from './pen.ts'
import type { Drawn } from './plot.ts'
import { isSequence, readSheet, type Sheet } from './sheet.ts'

interface Classic {
  readonly props: ChartProps
  readonly look: ChartLook
  readonly sheet: Sheet
  readonly pen: Pen
  readonly room: Area
  readonly size: number
  readonly width: number
  readonly height: number
}

/** Whether cells group thousands, as the axis does then. */
const isGrouped = ({ series }: Sheet): boolean =>
  series.some(({ cells }) => cells.some((cell) => /\d[,.]\d{3}(?!\d)/.test(cell)))

const evenly = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Columns, bars, lines and areas over categories. */
function drawCategories({ props, look, sheet, pen, room, size, width, height }: Classic): Drawn {
  const { kind } = props
  const isLine = kind === 'line'
  const { stacked } = props
  const percent = stacked && look.percent
  const spans = spansOf(sheet, stacked, percent, look.decimals)
  const lying = kind === 'bar'
  const values = spans.flat().flatMap((span) => (span ? [span.from, span.to] : []))
  const ends = spans.flat().flatMap((span) => (span ? [span.to] : []))
  const isDated = isSequence(sheet.categories)
  const length = roughLength(room, look, sheet.categories, lying, isDated, size)
  const largest = Math.round(Math.max(0, ...values.map(Math.abs)))
  const widest = percent ? '50%' : `${largest}${largest < 5 ? '.5' : ''}`
  const scale = classicScale(isLine && !look.area ? ends : values, {
    range: percent && look.range.length === 0 ? [0, 100, null] : look.range,
    most: Math.min(10, Math.floor(length / (lying ? labelWidth(widest, size) : size * lineHeight))),
    ...{ zero: true, close: percent || look.area },
  })
  const format = percent ? { point: '.' as const, prefix: '', suffix: '%' } : sheet.format
  const count = sheet.categories.length
  const isEdged = isLine && look.edges && count > 1
  const at = evenly(count).map((index) => (isEdged ? index / (count - 1) : (index + 0.5) / count))
  const along: Along = {
    names: sheet.categories,
    at,
    ticks: isEdged ? at : evenly(count + 1).map((index) => index / Math.max(1, count)),
    ...{ isSequence: isDated, isNumbers: isEdged },
  }
  const labels = classicTicks(scale, format, isGrouped(sheet))
  const axes = classicAxes(pen, room, look, { along, scale, labels, lying, size, width, height })
  const labelSize = props.values ? size : null
  const bars = spans.slice(0, isLine ? 0 : spans.length - Math.max(0, Math.min(look.lines, spans.length - 1)))
  const series = spans.map((one, index) =>
    index < bars.length
      ? barMarks(pen, axes, look, bars, index, { stacked, lying, labelSize })
      : lineMarks(pen, axes, look, one, at, labelSize),
  )
  return { frame: axes.markup, series }
}

/** Points by two numbers each, joined where the look says so. */
function drawScatter({ look, sheet, pen, room, size, width, height }: Classic): Drawn {
  const numbers = sheet.categories.map(numberIn)
  const xs = numbers.some((number) => number !== null) ? numbers : numbers.map((_, index) => index + 1)
  const known = xs.filter((value) => value !== null)
  const ys = sheet.series.flatMap(({ values }) => values.filter((value) => value !== null))
  const steps = (length: number, letters: number): number => Math.min(10, Math.floor(length / (size * letters)))
  const scale = classicScale(ys, {
    range: look.range,
    most: steps(roughLength(room, look, [''], false, true, size), lineHeight),
    ...{ zero: true, close: false },
  })
  const most = steps(roughLength(room, look, ['0.0'], true, true, size), 1.6)
  const across = classicScale(known, { range: [], most, zero: false, close: false })
  const share = (value: number): number => (value - across.from) / (across.to - across.from)
  const places = across.ticks.map(share)
  const names = classicTicks(across, { point: '.', prefix: '', suffix: '' }, false)
  const along: Along = { names, at: places, ticks: places, isSequence: true, isNumbers: true }
  const labels = classicTicks(scale, sheet.format, isGrouped(sheet))
  const axes = classicAxes(pen, room, look, { along, scale, labels, lying: false, size, width, height })
  const series = sheet.series.map(({ values }) => {
    const points = values.flatMap((value, index) =>
      value === null || xs[index] == null ? [] : [axes.at(share(xs[index]), value)],
    )
    const line = look.joined && points.length > 1 ? pen.line(points, 2.7, look.smooth) : ''
    return line + (look.dots ? points.map((point) => pen.dot(point, 3.4)).join('') : '')
  })
  return { frame: axes.markup, series }
}

function drawMarks(chart: Classic): Drawn {
  const { props, look, sheet, pen, room, size } = chart
  if (props.kind === 'pie')
    return { frame: '', series: sliceMarks(pen, sheet, look, room, { size, showsValues: props.values }) }
  if (props.kind === 'scatter') return drawScatter(chart)
  if (props.kind !== 'line' || !look.radar) return drawCategories(chart)
  const labels = { grouped: isGrouped(sheet), size: props.values ? size : null }
  return drawRadar(sheet, look, { pen, room, size, labels })
}

/** The key and the name of an entry. */
function entryAt(legend: ClassicLegend, index: number, pen: Pen, size: number, form: 'box' | 'line' | 'dot'): string {
  const place = legend.places[index]
  if (!place) return ''
  const { keyWidth } = legend
  const [x, y] = [place.x, place.y]
  const key =
    form === 'box'
      ? pen.bar(x, y - keyWidth / 2, keyWidth, keyWidth, 'none')
      : form === 'line'
        ? pen.line(
            [
              [x, y],
              [x + keyWidth, y],
            ],
            2.7,
          )
        : pen.dot([x + keyWidth / 2, y], 3.4)
  return key + pen.text(place.lines, [x + keyWidth + size * 0.3, y], { size })
}

/** Draws a chart in the classic look: axes with tick marks, and a legend at a side. */
export function drawClassic(
  props: ChartProps,
  look: ChartLook,
  ...[width, height, size]: [number, number, number]
): string {
  const sheet = readSheet(props.cells)
  const pen = createPen(width, false)
  const whole = roomOf(width, height)
  const title = classicTitle(props.title, whole, pen, size)
  const isPie = props.kind === 'pie'
  const names = isPie ? sheet.categories : sheet.series.map(({ name }) => name || props.title)
  const isLines = (props.kind === 'line' && !look.area) || (props.kind === 'scatter' && look.joined)
  const beside = look.legend === 'left' || look.legend === 'right'
  // Beside bars, the legend runs upward as they do.
  const isUpward = props.kind === 'bar' && !props.stacked && !look.turned && beside
  const listed = isUpward ? names.toReversed() : names
  const legend =
    props.legend && names.length > 0 ? classicLegend(listed, look, whole, title.left.top, size, isLines) : null
  const room = legend?.left ?? title.left
  const drawn = drawMarks({ props, look, sheet, pen, room, size, width, height })
  const first = sheet.series.length - look.lines
  const groups = drawn.series.map((marks, index) => {
    const form =
      isLines || (props.kind === 'column' && index >= first) ? 'line' : props.kind === 'scatter' ? 'dot' : 'box'
    const entry = legend ? entryAt(legend, isUpward ? names.length - 1 - index : index, pen, size, form) : ''
    const step = props.steps ? ' class="fragment"' : ''
    return `<g${step} data-l-series="${(index % colorCount) + 1}">${marks}${entry}</g>`
  })
  return `${title.markup}${drawn.frame}${groups.join('')}`
}
