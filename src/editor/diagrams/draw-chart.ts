import type { ChartData } from './chart-data.ts'
import { type DrawnDiagram, ink, lettering, shadeOf, shape, shortened, tenths, textWidth } from './svg-parts.ts'

/** The kinds of charts. */
export type ChartKind = 'columns' | 'lines' | 'pie'

const width = 760
const height = 440
const size = 17

/** Draws a column, line or pie chart in the deck's colors and font. */
export function drawChart(kind: ChartKind, data: ChartData): DrawnDiagram {
  const names = data.series.map((one) => one.name).filter((name) => name !== '')
  const kindName = { columns: 'Column chart', lines: 'Line chart', pie: 'Pie chart' }[kind]
  const of = names.length > 0 ? ` of ${names.join(', ')}` : ''
  const full = `${kindName}${of}${data.title === '' ? '' : ` by ${data.title}`}: ${summary(data)}`
  const alt = full.length > 480 ? `${full.slice(0, 479)}…` : full
  if (kind === 'pie') return { ...pie(data), height, alt }
  return { width, height, markup: kind === 'columns' ? columns(data) : lines(data), alt }
}

function summary({ categories, series }: ChartData): string {
  return categories
    .map((category, index) => `${category} ${series.map((one) => shown(one.values[index] ?? null)).join(' / ')}`)
    .join(', ')
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const shown = (value: number | null): string => (value === null ? '–' : format.format(value))

/** The value axis: its range and the distance between ticks, all round numbers. */
export interface Scale {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** The scale that includes all values and zero. It has about five steps, each 1, 2 or 5 times a power of ten. */
export function scaleFor(values: readonly number[]): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values) || (low === 0 ? 1 : 0)
  const span = high - low
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= 5) ?? 10 * power
  return { from: Math.floor(low / step) * step, to: Math.ceil(high / step) * step, step }
}

/** The plot area with its grid and labels. */
interface Plot {
  readonly markup: string
  /** The x of a category's center, and the width of each category. */
  readonly x: (index: number) => number
  readonly band: number
  readonly y: (value: number) => number
}

function plotFor(data: ChartData): Plot {
  const values = data.series.flatMap((one) => one.values.filter((value) => value !== null))
  const scale = scaleFor(values)
  const count = Math.round((scale.to - scale.from) / scale.step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => scale.from + index * scale.step)
  const left = 14 + Math.max(...ticks.map((tick) => textWidth(shown(tick), size - 2)))
  const legend = legendOf(data)
  const [top, bottom, right] = [legend === '' ? 24 : 58, height - 44, width - 10]
  const y = (value: number): number => bottom - ((value - scale.from) / (scale.to - scale.from)) * (bottom - top)
  const band = (right - left) / data.categories.length
  const x = (index: number): number => left + band * (index + 0.5)
  const grid = ticks.map((tick) => {
    const [line, zero] = [y(tick), Math.abs(tick) < scale.step / 1e6]
    const across = { x1: left, y1: line, x2: right, y2: line, stroke: ink.text, 'stroke-width': 1.5 }
    const label = lettering([shown(tick)], left - 10, line, { size: size - 2, anchor: 'end', opacity: 0.75 })
    return shape('line', { ...across, 'stroke-opacity': zero ? 0.6 : 0.16 }) + label
  })
  return { markup: legend + grid.join('') + categoryNames(data, x, band), x, band, y }
}

/** Labels the categories. If there is no room for all labels, only every n-th category is labeled. */
function categoryNames({ categories }: ChartData, x: (index: number) => number, band: number): string {
  const widest = Math.max(...categories.map((name) => Math.min(textWidth(name, size), 90)))
  const every = Math.max(1, Math.ceil((widest + 8) / band))
  return categories
    .map((name, index) => {
      const room = band * every - 8
      return index % every === 0 ? lettering([shortened(name, room, size)], x(index), height - 22, { size }) : ''
    })
    .join('')
}

/** The legend, in one row; empty for a single series. */
function legendOf({ series }: ChartData): string {
  if (series.length < 2) return ''
  const room = (width - 20) / series.length - 40
  let at = 14
  return series
    .map(({ name }, index) => {
      const { color, opacity } = shadeOf(index)
      const text = shortened(name === '' ? `Series ${index + 1}` : name, room, size)
      const key = shape('rect', { x: at, y: 14, width: 16, height: 16, rx: 3, fill: color, 'fill-opacity': opacity })
      const word = lettering([text], at + 24, 22, { size, anchor: 'start' })
      at += textWidth(text, size) + 50
      return key + word
    })
    .join('')
}

function columns(data: ChartData): string {
  const plot = plotFor(data)
  const few = data.categories.length * data.series.length <= 12
  const group = Math.min(plot.band * 0.72, 110 * data.series.length)
  const each = group / data.series.length
  const bars = data.series.flatMap(({ values }, series) =>
    values.map((value, index) => {
      if (value === null) return ''
      const { color, opacity } = shadeOf(series)
      const left = plot.x(index) - group / 2 + series * each
      const [zero, end] = [plot.y(0), plot.y(value)]
      const bar = {
        x: left + 1.5,
        y: Math.min(zero, end),
        width: Math.max(2, each - 3),
        height: Math.abs(zero - end),
      }
      const label = few
        ? lettering([shown(value)], left + each / 2, value < 0 ? end + 14 : end - 13, { size: size - 2 })
        : ''
      return shape('rect', { ...bar, rx: 2, fill: color, 'fill-opacity': opacity }) + label
    }),
  )
  return plot.markup + bars.join('')
}

function lines(data: ChartData): string {
  const plot = plotFor(data)
  const drawn = data.series.map(({ values }, series) => {
    const { color, opacity } = shadeOf(series)
    const stroke = { fill: 'none', stroke: color, 'stroke-width': 3.5, 'stroke-linejoin': 'round' }
    const points = values.map((value, index) => (value === null ? null : ([plot.x(index), plot.y(value)] as const)))
    const paths = runsOf(points).map((run) => {
      return shape('polyline', { points: run.map(([x, y]) => `${tenths(x)},${tenths(y)}`).join(' '), ...stroke })
    })
    const dots = points.flatMap((point) =>
      point ? [shape('circle', { cx: point[0], cy: point[1], r: 5, fill: color })] : [],
    )
    const parts = [...paths, ...(data.categories.length <= 20 ? dots : [])]
    // The opacity is set on the group, so that a dot is no darker where it covers its line.
    return `<g opacity="${opacity}">${parts.join('')}</g>`
  })
  return plot.markup + drawn.join('')
}

type Dot = readonly [number, number]

/** Splits a line where a value is missing. */
function runsOf(points: readonly (Dot | null)[]): readonly (readonly Dot[])[] {
  const runs: Dot[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)!.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}

/** A pie of the first series. Negative values count as zero. */
function pie({ categories, series }: ChartData): { readonly markup: string; readonly width: number } {
  const values = series[0]!.values.map((value) => Math.max(0, value ?? 0))
  const total = values.reduce((sum, value) => sum + value, 0) || 1
  const [middle, radius] = [height / 2, height / 2 - 24]
  const row = Math.min(34, (height - 24) / categories.length)
  const letters = Math.min(size, row * 0.6)
  const names = categories.map((name, index) => {
    return `${shortened(name, width - height - 120, letters)}  ${Math.round((values[index]! / total) * 100)}%`
  })
  let sum = 0
  const parts = values.map((value, index) => {
    const { color, opacity } = shadeOf(index)
    const fill = { fill: color, 'fill-opacity': opacity, stroke: ink.ground, 'stroke-width': 3 }
    const slice = sliceOf({ x: middle, y: middle, radius }, sum / total, (sum + value) / total, fill)
    sum += value
    const y = middle + (index - (categories.length - 1) / 2) * row
    const key = { x: height + 10, y: y - 9, width: 18, height: 18, rx: 3, fill: color, 'fill-opacity': opacity }
    return slice + shape('rect', key) + lettering([names[index]!], height + 40, y, { size: letters, anchor: 'start' })
  })
  const widest = Math.max(...names.map((name) => textWidth(name, letters)))
  return { markup: parts.join(''), width: Math.ceil(height + 60 + widest) }
}

function sliceOf(
  { x, y, radius }: { x: number; y: number; radius: number },
  from: number,
  to: number,
  fill: Readonly<Record<string, string | number>>,
): string {
  if (to - from <= 0) return ''
  // An arc cannot describe a full circle.
  if (to - from >= 0.9999) return shape('circle', { cx: x, cy: y, r: radius, ...fill })
  const at = (part: number): string => {
    const angle = part * 2 * Math.PI
    return `${tenths(x + Math.sin(angle) * radius)} ${tenths(y - Math.cos(angle) * radius)}`
  }
  const large = to - from > 0.5 ? 1 : 0
  return shape('path', { d: `M ${x} ${y} L ${at(from)} A ${radius} ${radius} 0 ${large} 1 ${at(to)} Z`, ...fill })
}
