import { shortened, textWidth } from '../text-width.ts'
import { type Area, categoryLabels, labelGap, stepsFor, tickLabels, valueAxis } from './axes.ts'
import { formatTicks, valueLabel } from './number-format.ts'
import { lineHeight, type Point } from './pen.ts'
import type { Drawn, Plot } from './plot.ts'
import { scaleFor } from './scale.ts'
import { isSequence, type SheetSeries, valuesOf } from './sheet.ts'

/** Whether an axis begins at zero: not for values that differ little from each other. */
function includesZero(values: readonly number[]): boolean {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return low <= 0 || high - low > high * 0.3
}

/** Splits a line where a value is missing. */
function runsOf(points: readonly (Point | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)!.push(point)
    else runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

/** The y of labels at the ends of lines, moved apart so that none covers another. */
export function spread(wanted: readonly number[], apart: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!)
  const places = [...wanted]
  let lowest = top
  for (const index of order) {
    places[index] = Math.max(places[index]!, lowest)
    lowest = places[index]! + apart
  }
  let highest = bottom
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index]!, highest)
    highest = places[index]! - apart
  }
  return places
}

/** Draws a line for each series, labeled at its end. */
export function drawLines(plot: Plot): Drawn {
  const { sheet, area, pen, size } = plot
  const values = valuesOf(sheet.series)
  const scale = scaleFor(values, stepsFor(area.bottom - area.top - size * 2, size), includesZero(values))
  const ticks = tickLabels(scale, sheet.format, size)
  const ends = endLabels(plot)
  const left = area.left + ticks.width
  const right = area.right - (ends.width === 0 ? size * 0.4 : ends.width + size * 0.7)
  const band = (right - left) / Math.max(1, sheet.categories.length)
  const names = categoryLabels(sheet.categories, band, size, isSequence(sheet.categories))
  const bottom = area.bottom - names.height - size * labelGap
  const inner: Area = { left, top: area.top + size * (plot.values ? 1.3 : 0.5), right, bottom }
  const axis = valueAxis(pen, inner, scale, size, ticks.labels)
  const pointsOf = ({ values: all }: SheetSeries): (Point | null)[] =>
    all.map((value, index) => (value === null ? null : [left + (index + 0.5) * band, axis.y(value)]))
  const lasts = sheet.series.map((one) => pointsOf(one).findLast((point) => point !== null))
  const places = spread(
    lasts.map((point) => point?.[1] ?? bottom),
    size * lineHeight,
    area.top + size * 0.6,
    bottom,
  )
  const hasDots = band >= size
  const series = sheet.series.map((one, index) => {
    const points = pointsOf(one)
    const lines = runsOf(points).map((run) =>
      run.length === 1 ? pen.dot(run[0]!, size * 0.28) : pen.line(run, size * 0.18),
    )
    const dots = points.map((point) => (point && hasDots ? pen.dot(point, size * 0.24) : ''))
    const last = lasts[index]
    const end = last && ends.names[index]
    const label = end
      ? pen.text([end], [last[0] + size * 0.7, places[index]!], { size: size * 0.95, bold: true, part: 'name' })
      : ''
    return [...lines, ...dots, label, pointLabels(plot, index, points)].join('')
  })
  const labels = names.lines.map((lines, index) => {
    const down = area.bottom - names.height + (lines.length * size * lineHeight) / 2
    return lines.length === 0 ? '' : pen.text(lines, [left + (index + 0.5) * band, down], { size, side: 'middle' })
  })
  return { frame: axis.markup + labels.join(''), series }
}

/** The names of several lines, for their ends. */
function endLabels({ sheet, area, size, legend }: Plot): { readonly names: readonly string[]; readonly width: number } {
  if (!legend || sheet.series.length < 2) return { names: [], width: 0 }
  const most = (area.right - area.left) * 0.26
  const names = sheet.series.map(({ name }) => shortened(name, most, size))
  return { names, width: Math.max(...names.map((name) => textWidth(name, size))) }
}

/** The values at the points of a single line; of several lines the labels would cover the other lines. */
function pointLabels(
  { sheet, pen, size, values, area }: Plot,
  index: number,
  points: readonly (Point | null)[],
): string {
  const { cells, values: all } = sheet.series[index]!
  const texts = all.map((value, at) => (value === null ? '' : valueLabel(cells[at]!, value, sheet.format)))
  const room = (area.right - area.left) / Math.max(1, all.length)
  if (!values || sheet.series.length > 1 || texts.some((text) => textWidth(text, size * 0.9) > room)) return ''
  return points
    .map((point, at) => {
      return point
        ? pen.text([texts[at]!], [point[0], point[1] - size * 0.95], { size: size * 0.9, side: 'middle' })
        : ''
    })
    .join('')
}

/** Draws points: the first column is their x, each series a y. Categories that are no numbers are counted. */
export function drawPoints(plot: Plot, xs: readonly (number | null)[]): Drawn {
  const { sheet, area, pen, size } = plot
  const values = valuesOf(sheet.series)
  const across = xs.filter((value) => value !== null)
  const scale = scaleFor(values, stepsFor(area.bottom - area.top - size * 3, size), includesZero(values))
  const ticks = tickLabels(scale, sheet.format, size)
  const left = area.left + ticks.width
  const xScale = scaleFor(across, stepsFor((area.right - left) / 1.6, size), includesZero(across))
  const named = sheet.corner.trim() !== ''
  const bottom = area.bottom - size * (named ? 2.7 : 1.5)
  const xLabels = formatTicks(xScale.ticks, xScale.decimals, { point: sheet.format.point, prefix: '', suffix: '' })
  const right = area.right - textWidth(xLabels.at(-1)!, size * 0.9) / 2
  const axis = valueAxis(pen, { left, top: area.top + size * 0.5, right, bottom }, scale, size, ticks.labels)
  const x = (value: number): number => left + ((value - xScale.from) / (xScale.to - xScale.from)) * (right - left)
  const rules = xScale.ticks.map((tick, index) => {
    const rule = pen.rule([x(tick), area.top + size * 0.5], [x(tick), bottom], tick === 0 ? 0.5 : 0.15)
    const at = [x(tick), bottom + size * 0.95] as const
    return rule + pen.text([xLabels[index]!], at, { size: size * 0.9, side: 'middle', part: 'muted' })
  })
  const name = named
    ? pen.text([shortened(sheet.corner.trim(), right - left, size)], [(left + right) / 2, area.bottom - size * 0.6], {
        size,
        side: 'middle',
      })
    : ''
  const radius = size * (values.length > 60 ? 0.26 : 0.36)
  const series = sheet.series.map(({ values: ys }) =>
    ys
      .map((value, index) => {
        const place = xs[index] ?? null
        return value === null || place === null ? '' : pen.dot([x(place), axis.y(value)], radius)
      })
      .join(''),
  )
  return { frame: axis.markup + rules.join('') + name, series }
}
