import { textWidth } from '../text-width.ts'
import { type Area, categoryLabels, labelGap, sideLabels, stepsFor, tickLabels, valueAxis, widestOf } from './axes.ts'
import { formatTicks, valueLabel } from './number-format.ts'
import { lineHeight } from './pen.ts'
import type { Drawn, Plot } from './plot.ts'
import { type Scale, scaleFor } from './scale.ts'
import { isSequence, type Sheet } from './sheet.ts'

/** A bar from one value to another, in its category and series. */
interface Bar {
  readonly category: number
  readonly series: number
  readonly from: number
  readonly to: number
  /** Text of its label. */
  readonly label: string
}

/** All bars; those of a stack begin where the previous one of the same sign ends. */
function barsOf({ categories, series, format }: Sheet, stacked: boolean): Bar[] {
  return categories.flatMap((_, category) => {
    const ends = { up: 0, down: 0 }
    return series.flatMap(({ values, cells }, index): Bar[] => {
      const value = values[category] ?? null
      if (value === null) return []
      const way = value < 0 ? 'down' : 'up'
      const from = stacked ? ends[way] : 0
      ends[way] += value
      return [{ category, series: index, from, to: from + value, label: valueLabel(cells[category]!, value, format) }]
    })
  })
}

/** Across the values: where a bar begins within the band of its category, and how thick it is. */
function thicknessIn(band: number, count: number, stacked: boolean, size: number) {
  const across = stacked ? 1 : count
  const group = Math.min(band * (band < size ? 0.86 : 0.68), size * 5 * across)
  const each = group / across
  const gap = across > 1 && each > 5 ? Math.min(3, each * 0.12) : 0
  return {
    start: (series: number): number => (band - group) / 2 + (stacked ? 0 : series * each) + gap / 2,
    thickness: Math.max(each - gap, 0.6),
  }
}

/** The size of value labels at which they fit the bars' thickness; null if none does. */
function labelSize(plot: Plot, bars: readonly Bar[], room: number): number | null {
  if (!plot.values) return null
  const widest = Math.max(0, ...bars.map(({ label }) => textWidth(label, 1)))
  const size = Math.min(plot.size * 0.9, room / widest)
  return size >= plot.size * 0.6 ? size : null
}

/** The scale of bars. With labels at the bars there are no ticks, and it need not end at a round number. */
function barScale(bars: readonly Bar[], steps: number, isLabeled: boolean): Scale {
  const ends = bars.map(({ to }) => to)
  const scale = scaleFor(ends, steps, true)
  if (!isLabeled) return scale
  const [from, to] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  return from === to ? scale : { ...scale, from, to }
}

/** Draws upright bars. */
export function drawColumns(plot: Plot): Drawn {
  const { sheet, area, pen, size, stacked } = plot
  const bars = barsOf(sheet, stacked)
  const count = sheet.categories.length
  const rough = (area.right - area.left) / count
  const few = labelSize(plot, bars, thicknessIn(rough, sheet.series.length, stacked, size).thickness * 1.3)
  const scale = barScale(bars, stepsFor(area.bottom - area.top - size * 2, size), few !== null)
  const ticks = few === null ? tickLabels(scale, sheet.format, size) : { labels: [], width: 0 }
  const left = area.left + ticks.width
  const band = (area.right - left) / count
  const names = categoryLabels(sheet.categories, band, size, isSequence(sheet.categories))
  const top = area.top + (few === null ? size * 0.5 : size * 1.3)
  const under = few !== null && scale.from < 0 ? size * 1.2 : 0
  const inner: Area = { left, top, right: area.right, bottom: area.bottom - names.height - size * labelGap - under }
  const axis = valueAxis(pen, inner, scale, size, ticks.labels)
  const { start, thickness } = thicknessIn(band, sheet.series.length, stacked, size)
  const series = sheet.series.map(() => '')
  for (const bar of bars) {
    const x = left + bar.category * band + start(bar.series)
    const [end, base] = [axis.y(bar.to), axis.y(bar.from)]
    const high = Math.abs(end - base)
    const round = stacked ? 'none' : bar.to < 0 ? 'bottom' : 'top'
    series[bar.series] += pen.bar(x, Math.min(end, base), thickness, high, round)
    if (few === null) continue
    const middle = x + thickness / 2
    if (!stacked) {
      const at = bar.to < 0 ? end + few * 0.85 : end - few * 0.85
      series[bar.series] += pen.text([bar.label], [middle, at], { size: few, side: 'middle' })
    } else if (high >= few * lineHeight) {
      series[bar.series] += pen.text([bar.label], [middle, (end + base) / 2], {
        size: few,
        side: 'middle',
        part: 'inside',
      })
    }
  }
  const labels = names.lines.map((lines, index) => {
    const down = area.bottom - names.height + (lines.length * size * lineHeight) / 2
    return lines.length === 0 ? '' : pen.text(lines, [left + (index + 0.5) * band, down], { size, side: 'middle' })
  })
  return { frame: axis.markup + labels.join(''), series }
}

/** Draws bars that lie, one category below the other. */
export function drawLyingBars(plot: Plot): Drawn {
  const { sheet, area, pen, size, stacked } = plot
  const bars = barsOf(sheet, stacked)
  const bands = { top: area.top, bottom: area.bottom - (plot.values ? 0 : size * 1.4) }
  const band = (bands.bottom - bands.top) / sheet.categories.length
  const names = sideLabels(sheet.categories, band, size, (area.right - area.left) * 0.34)
  const { start, thickness } = thicknessIn(band, sheet.series.length, stacked, size)
  const few = plot.values && thickness >= size * 0.7 ? Math.min(size * 0.9, thickness * 1.1) : null
  const left = area.left + widestOf(names.lines, size) + size * labelGap
  const scale = barScale(bars, stepsFor((area.right - left) / 1.6, size), few !== null)
  const beside = few === null || stacked ? size : Math.max(...bars.map(({ label }) => textWidth(label, few)), 0) + few
  const ground = left + (few !== null && !stacked && scale.from < 0 ? beside : 0)
  const x = (value: number): number =>
    ground + ((value - scale.from) / (scale.to - scale.from)) * (area.right - beside - ground)
  const series = sheet.series.map(() => '')
  for (const bar of bars) {
    const y = bands.top + bar.category * band + start(bar.series)
    const [base, end] = [x(bar.from), x(bar.to)]
    const long = Math.abs(end - base)
    series[bar.series] += pen.bar(
      Math.min(base, end),
      y,
      long,
      thickness,
      stacked ? 'none' : bar.to < 0 ? 'left' : 'right',
    )
    if (few === null) continue
    const middle = y + thickness / 2
    if (!stacked) {
      const at = bar.to < 0 ? end - few * 0.4 : end + few * 0.4
      series[bar.series] += pen.text([bar.label], [at, middle], { size: few, side: bar.to < 0 ? 'right' : 'left' })
    } else if (long >= textWidth(bar.label, few) + few * 0.6) {
      series[bar.series] += pen.text([bar.label], [(base + end) / 2, middle], {
        size: few,
        side: 'middle',
        part: 'inside',
      })
    }
  }
  const labels = names.lines.map((lines, index) => {
    const at = [left - size * labelGap, bands.top + (index + 0.5) * band] as const
    return lines.length === 0 ? '' : pen.text(lines, at, { size, side: 'right' })
  })
  return { frame: lyingAxis(plot, scale, x, bands, few !== null) + labels.join(''), series }
}

/** The value axis below lying bars; with labels at the bars only its line at zero. */
function lyingAxis(
  { pen, sheet, size }: Plot,
  scale: Scale,
  x: (value: number) => number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
  isLabeled: boolean,
): string {
  const labels = formatTicks(scale.ticks, scale.decimals, sheet.format)
  const rules = scale.ticks.map((tick, index) => {
    if (isLabeled && tick !== 0) return ''
    const rule = pen.rule([x(tick), top], [x(tick), bottom], tick === 0 ? 0.5 : 0.15)
    if (isLabeled) return rule
    return (
      rule +
      pen.text([labels[index]!], [x(tick), bottom + size * 0.9], { size: size * 0.9, side: 'middle', part: 'muted' })
    )
  })
  return rules.join('')
}
