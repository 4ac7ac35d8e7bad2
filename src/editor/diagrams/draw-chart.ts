import type { ChartData } from './chart-data.ts'
import { type DrawnDiagram, ink, lettering, shadeOf, shape, shortened, tenths, textWidth } from './svg-parts.ts'

/** The ways in which numbers are drawn. */
export type ChartKind = 'columns' | 'lines' | 'pie'

const width = 760
const height = 440
const size = 17

/** Draws numbers as columns, lines or a pie, in the colors and the font of the deck. */
export function drawChart(kind: ChartKind, data: ChartData): DrawnDiagram {
  const names = data.series.map((one) => one.name).filter((name) => name !== '')
  const says = { columns: 'Column chart', lines: 'Line chart', pie: 'Pie chart' }[kind]
  const of = names.length > 0 ? ` of ${names.join(', ')}` : ''
  const alt = `${says}${of}${data.title === '' ? '' : ` by ${data.title}`}: ${summary(data)}`
  const words = alt.length > 480 ? `${alt.slice(0, 479)}…` : alt
  if (kind === 'pie') return { ...pie(data), height, alt: words }
  return { width, height, markup: kind === 'columns' ? columns(data) : lines(data), alt: words }
}

function summary({ categories, series }: ChartData): string {
  return categories
    .map((category, index) => `${category} ${series.map((one) => shown(one.values[index] ?? null)).join(' / ')}`)
    .join(', ')
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const shown = (value: number | null): string => (value === null ? '–' : format.format(value))

/** A scale from a round number to a round number, with some round steps between. */
export interface Scale {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** The scale that holds all values and nothing, in at most six steps of 1, 2 or 5 times a power of ten. */
export function scaleFor(values: readonly number[]): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values) || (low === 0 ? 1 : 0)
  const span = high - low
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= 5) ?? 10 * power
  return { from: Math.floor(low / step) * step, to: Math.ceil(high / step) * step, step }
}

/** The plane in which values stand, with its lines and words already drawn. */
interface Plane {
  readonly markup: string
  /** Where the middle of a category is, and how wide it is. */
  readonly x: (index: number) => number
  readonly band: number
  readonly y: (value: number) => number
}

function planeFor(data: ChartData): Plane {
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

/** Where names have no room beside each other only every second or third is written. */
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

/** What each shade stands for, in one row; nothing for a single series. */
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
  const plane = planeFor(data)
  const few = data.categories.length * data.series.length <= 12
  const group = Math.min(plane.band * 0.72, 110 * data.series.length)
  const each = group / data.series.length
  const bars = data.series.flatMap(({ values }, series) =>
    values.map((value, index) => {
      if (value === null) return ''
      const { color, opacity } = shadeOf(series)
      const left = plane.x(index) - group / 2 + series * each
      const [zero, end] = [plane.y(0), plane.y(value)]
      const place = {
        x: left + 1.5,
        y: Math.min(zero, end),
        width: Math.max(2, each - 3),
        height: Math.abs(zero - end),
      }
      const says = few
        ? lettering([shown(value)], left + each / 2, value < 0 ? end + 14 : end - 13, { size: size - 2 })
        : ''
      return shape('rect', { ...place, rx: 2, fill: color, 'fill-opacity': opacity }) + says
    }),
  )
  return plane.markup + bars.join('')
}

function lines(data: ChartData): string {
  const plane = planeFor(data)
  const drawn = data.series.map(({ values }, series) => {
    const { color, opacity } = shadeOf(series)
    const stroke = { fill: 'none', stroke: color, 'stroke-width': 3.5, 'stroke-linejoin': 'round' }
    const points = values.map((value, index) => (value === null ? null : ([plane.x(index), plane.y(value)] as const)))
    const ways = runsOf(points).map((run) => {
      return shape('polyline', { points: run.map(([x, y]) => `${tenths(x)},${tenths(y)}`).join(' '), ...stroke })
    })
    const dots = points.flatMap((point) =>
      point ? [shape('circle', { cx: point[0], cy: point[1], r: 5, fill: color })] : [],
    )
    const shown = [...ways, ...(data.categories.length <= 20 ? dots : [])]
    // As one, so that a dot on its line is no darker than either.
    return `<g opacity="${opacity}">${shown.join('')}</g>`
  })
  return plane.markup + drawn.join('')
}

type Dot = readonly [number, number]

/** A line is broken where a value is missing. */
function runsOf(points: readonly (Dot | null)[]): readonly (readonly Dot[])[] {
  const runs: Dot[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)!.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}

/** The first series as parts of a whole; what is below nothing has no part in it. */
function pie({ categories, series }: ChartData): { readonly markup: string; readonly width: number } {
  const values = series[0]!.values.map((value) => Math.max(0, value ?? 0))
  const total = values.reduce((sum, value) => sum + value, 0) || 1
  const [middle, radius] = [height / 2, height / 2 - 24]
  const row = Math.min(34, (height - 24) / categories.length)
  const letters = Math.min(size, row * 0.6)
  const names = categories.map((name, index) => {
    return `${shortened(name, width - height - 120, letters)}  ${Math.round((values[index]! / total) * 100)}%`
  })
  let turned = 0
  const parts = values.map((value, index) => {
    const { color, opacity } = shadeOf(index)
    const fill = { fill: color, 'fill-opacity': opacity, stroke: ink.ground, 'stroke-width': 3 }
    const slice = sliceOf({ x: middle, y: middle, radius }, turned / total, (turned + value) / total, fill)
    turned += value
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
  // A whole circle has no corner that an arc could begin at.
  if (to - from >= 0.9999) return shape('circle', { cx: x, cy: y, r: radius, ...fill })
  const at = (part: number): string => {
    const angle = part * 2 * Math.PI
    return `${tenths(x + Math.sin(angle) * radius)} ${tenths(y - Math.cos(angle) * radius)}`
  }
  const large = to - from > 0.5 ? 1 : 0
  return shape('path', { d: `M ${x} ${y} L ${at(from)} A ${radius} ${radius} 0 ${large} 1 ${at(to)} Z`, ...fill })
}
