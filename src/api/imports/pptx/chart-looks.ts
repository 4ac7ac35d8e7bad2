import { type ChartLook, classicLook, type LegendPlace } from '../../../blocks/chart/chart-look.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { all, attr, childrenOf, descendants, find, num, textIn } from './xml-tree.ts'

const places: Readonly<Record<string, LegendPlace>> = { l: 'left', t: 'top', b: 'bottom' }

const value = (element: XmlElement | null, ...path: readonly string[]): string | null =>
  attr(find(element, ...path), 'val')
const isOn = (element: XmlElement | null, ...path: readonly string[]): boolean => {
  const flag = find(element, ...path)
  return flag !== null && (attr(flag, 'val') ?? '1') !== '0'
}

/** The axes of a chart: that of its categories, or of the horizontal places of points, and that of its values. */
export function axesOf(plotArea: XmlElement | null): {
  readonly along: XmlElement | null
  readonly values: XmlElement | null
} {
  const axes = childrenOf(plotArea).filter(({ name }) => ['catAx', 'dateAx', 'valAx', 'serAx'].includes(name ?? ''))
  const named = axes.find(({ name }) => name === 'catAx' || name === 'dateAx')
  const numbers = axes.filter(({ name }) => name === 'valAx')
  const isLying = (axis: XmlElement): boolean => ['b', 't'].includes(value(axis, 'axPos') ?? '')
  const along = named ?? numbers.find(isLying) ?? numbers[0] ?? null
  return { along, values: numbers.find((axis) => axis !== along) ?? null }
}

type Sides = ChartLook['grid']
const sidesOf = (x: boolean, y: boolean): Sides => (x ? (y ? 'xy' : 'x') : y ? 'y' : 'none')

function rangeOf(axis: XmlElement | null, percent: boolean): ChartLook['range'] {
  const factor = percent ? 100 : 1
  const set = [find(axis, 'scaling', 'min'), find(axis, 'scaling', 'max'), find(axis, 'majorUnit')]
  const range = set.map((element) => {
    const number = num(element, 'val')
    return number === null ? null : number * factor
  })
  return range.every((one) => one === null) ? [] : range
}

/** Most characters of a number format in office programs. */
const longestFormat = 255

/** The decimals of labels by their number format, or by that of their values; -1: as the cells have them. */
function decimalsOf(series: readonly XmlElement[], plot: XmlElement): number {
  const own = [...series, plot].map((one) => find(one, 'dLbls', 'numFmt')).find((format) => format !== null)
  const isOwn = own && attr(own, 'sourceLinked') !== '1'
  const source = descendants(find(series[0], 'val'), 'formatCode')[0]
  const code =
    (isOwn ? attr(own, 'formatCode') : source ? textIn(source) : null)?.slice(0, longestFormat).split(';')[0] ?? ''
  const plain = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  return /^[^a-z]*[0#][^a-z]*$/i.test(plain) ? (/\.([0#]*)/.exec(plain)?.[1] ?? '').length : -1
}

/** The place of the plot within its axes, if it is set. */
function plotOf(plotArea: XmlElement | null): ChartLook['plot'] {
  const layout = find(plotArea, 'layout', 'manualLayout')
  if (value(layout, 'layoutTarget') !== 'inner') return []
  const shares = ['x', 'y', 'w', 'h'].map((name) => num(find(layout, name), 'val'))
  return shares.every((share) => share !== null && share >= 0 && share <= 1)
    ? shares.map((share) => Math.round(share! * 1e4) / 1e4)
    : []
}

/** Whether lines and points have symbols: unless all series have none. */
function hasDots(plot: XmlElement, series: readonly XmlElement[]): boolean {
  const symbols = series.map((one) => value(one, 'marker', 'symbol'))
  if (plot.name === 'radarChart')
    return value(plot, 'radarStyle') === 'marker' && symbols.some((symbol) => symbol !== 'none')
  if (plot.name === 'scatterChart') return symbols.some((symbol) => symbol !== 'none')
  if (plot.name !== 'lineChart') return plot.name === 'bubbleChart'
  return isOn(plot, 'marker') && symbols.some((symbol) => symbol !== 'none')
}

/** How a chart looks: its axes, its legend's place, and how its plots are drawn. `plots`: the first one is the main one. */
export function chartLook(chart: XmlElement | null, plots: readonly XmlElement[]): ChartLook {
  const plotArea = find(chart, 'plotArea')
  const plot = plots[0]!
  const { along, values } = axesOf(plotArea)
  const isLying = value(plot, 'barDir') === 'bar'
  const series = all(plot, 'ser')
  const percent = value(plot, 'grouping') === 'percentStacked'
  const has = (axis: XmlElement | null, name: string): boolean => find(axis, name) !== null
  const shown = (axis: XmlElement | null): boolean => axis !== null && !isOn(axis, 'delete')
  const isSet = (axis: XmlElement | null, name: string): boolean => value(axis, name) !== 'none'
  const [under, beside] = isLying ? [values, along] : [along, values]
  const name = plot.name ?? ''
  const lines = plots.slice(1).flatMap((one) => (one.name === 'lineChart' ? all(one, 'ser') : [])).length
  const joins = series.some((one) => !find(one, 'spPr', 'ln', 'noFill'))
  return {
    ...classicLook,
    legend: places[value(chart, 'legend', 'legendPos') ?? 'r'] ?? 'right',
    grid: sidesOf(has(under, 'majorGridlines'), has(beside, 'majorGridlines')),
    axes: sidesOf(shown(under), shown(beside)),
    labels: sidesOf(isSet(under, 'tickLblPos'), isSet(beside, 'tickLblPos')),
    marks: sidesOf(isSet(under, 'majorTickMark'), isSet(beside, 'majorTickMark')),
    range: rangeOf(values, percent),
    gap: num(find(plot, 'gapWidth'), 'val') ?? classicLook.gap,
    overlap: num(find(plot, 'overlap'), 'val') ?? classicLook.overlap,
    plot: plotOf(plotArea),
    angle: num(find(plot, 'firstSliceAng'), 'val') ?? 0,
    hole: name === 'doughnutChart' ? (num(find(plot, 'holeSize'), 'val') ?? 50) : 0,
    ...{
      lines,
      decimals: [plot, ...series].some((one) => isOn(one, 'dLbls', 'showVal')) ? decimalsOf(series, plot) : -1,
    },
    shares: [plot, ...series].some((one) => isOn(one, 'dLbls', 'showPercent')),
    percent,
    radar: name === 'radarChart',
    area: /^area/.test(name) || value(plot, 'radarStyle') === 'filled',
    dots: hasDots(plot, series),
    smooth: series.some((one) => value(one, 'smooth') === '1'),
    joined: name === 'scatterChart' && joins && value(plot, 'scatterStyle') !== 'marker',
    edges: /^(?:area|line)/.test(name) && value(values, 'crossBetween') === 'midCat',
    turned: value(along, 'scaling', 'orientation') === 'maxMin',
  }
}

/** The first properties of letters in some elements that have this attribute or element. */
export function lettersOf(
  elements: readonly (XmlElement | null)[],
  has: (letters: XmlElement) => boolean,
): XmlElement | null {
  for (const element of elements) {
    const letters = descendants(find(element, 'txPr'), 'defRPr')[0]
    if (letters && has(letters)) return letters
  }
  return null
}
