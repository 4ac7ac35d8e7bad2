import { chartLimits } from '../../../blocks/chart/chart-cells.ts'
import type { ChartKind, ChartProps } from '../../../blocks/chart/chart-props.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { accentColor, cssColor } from './colors.ts'
import { fillElement, readFill } from './fills.ts'
import { relationOf, type SlideContext } from './slide-context.ts'
import { type Box, pointsToPx } from './units.ts'
import { all, attr, childrenOf, descendants, find, num, textIn } from './xml-tree.ts'

/** The plots of charts, and what they become. The last are drawn differently here. */
const kinds: Readonly<Record<string, ChartKind>> = {
  ...{
    barChart: 'column',
    bar3DChart: 'column',
    lineChart: 'line',
    line3DChart: 'line',
    pieChart: 'pie',
    pie3DChart: 'pie',
  },
  ...{ scatterChart: 'scatter', doughnutChart: 'pie', ofPieChart: 'pie', areaChart: 'line', area3DChart: 'line' },
  ...{ radarChart: 'line', bubbleChart: 'scatter', stockChart: 'line', surfaceChart: 'line', surface3DChart: 'line' },
}
const changed: readonly string[] = [
  'doughnutChart',
  'ofPieChart',
  'areaChart',
  'area3DChart',
  'radarChart',
  'bubbleChart',
  'stockChart',
  'surfaceChart',
  'surface3DChart',
]
const usualPoints = 10

/** The values of a reference or a literal, by their index. */
function valuesIn(element: XmlElement | null): string[] {
  const values: string[] = []
  const levels = find(element, 'multiLvlStrRef', 'multiLvlStrCache', 'lvl')
  const points = levels ? all(levels, 'pt') : descendants(element, 'pt')
  for (const point of points) {
    const index = num(point, 'idx') ?? values.length
    if (index >= 0 && index < chartLimits.categories) values[index] = textIn(find(point, 'v')).trim()
  }
  return Array.from(values, (value) => value ?? '')
}

const nameOfSeries = (series: XmlElement): string =>
  valuesIn(find(series, 'tx'))[0] ?? (textIn(find(series, 'tx', 'v')).trim() || '')

/** Numbers without the noise of binary fractions. */
function tidy(value: string): string {
  const number = Number(value)
  return value === '' || Number.isNaN(number) ? value : String(Math.round(number * 1e6) / 1e6)
}

function cellsOf(series: readonly XmlElement[], kind: ChartKind): string[][] {
  const [axis, data] = kind === 'scatter' ? ['xVal', 'yVal'] : ['cat', 'val']
  const columns = series.map((one) => valuesIn(find(one, data)).map(tidy))
  const categories = series.map((one) => valuesIn(find(one, axis))).find((list) => list.length > 0) ?? []
  const count = Math.min(
    chartLimits.categories,
    Math.max(1, categories.length, ...columns.map((column) => column.length)),
  )
  const head = ['', ...series.map((one, index) => nameOfSeries(one) || `Series ${index + 1}`)]
  const rows = Array.from({ length: count }, (_, row) => [
    categories[row] || String(row + 1),
    ...columns.map((column) => column[row] ?? ''),
  ])
  return [head, ...rows]
}

/** Horizontal bars begin at the bottom, unless their axis is turned; here they begin at the top. */
function beginsAtBottom(chart: XmlElement | null): boolean {
  const axis = find(chart, 'plotArea', 'catAx') ?? find(chart, 'plotArea', 'dateAx')
  return attr(find(axis, 'scaling', 'orientation'), 'val') !== 'maxMin'
}

/** The colors of the series, or of the slices of a pie; '' for the theme's. */
function colorsOf(context: SlideContext, series: readonly XmlElement[], kind: ChartKind): string[] {
  const colorOf = (properties: XmlElement | null): string => {
    const fill = readFill(fillElement(properties), context) ?? readFill(fillElement(find(properties, 'ln')), context)
    return fill?.kind === 'color' ? cssColor(fill.color) : ''
  }
  const accents = (count: number) =>
    Array.from({ length: count }, (_, index) => cssColor(accentColor(context.scheme, (index % 6) + 1)))
  if (kind !== 'pie') {
    const usual = accents(series.length)
    return series.map((one, index) => colorOf(find(one, 'spPr')) || usual[index]!)
  }
  const points = all(series[0], 'dPt')
  const count = Math.min(chartLimits.categories, valuesIn(find(series[0], 'val')).length)
  return accents(count).map(
    (usual, index) =>
      colorOf(
        find(
          points.find((point) => num(find(point, 'idx'), 'val') === index),
          'spPr',
        ),
      ) || usual,
  )
}

/** The title; one without text is the name of the only series. */
function titleOf(chart: XmlElement | null, series: readonly XmlElement[]): string {
  const title = find(chart, 'title')
  const own = descendants(title, 't').map(textIn).join('').trim()
  const named = title && own === '' && series.length === 1 ? nameOfSeries(series[0]!) : own
  return named.slice(0, 200)
}

/** The size of a chart's labels in px. */
function labelSize(root: XmlElement, context: SlideContext): number {
  const size = num(descendants(find(root, 'txPr'), 'defRPr')[0], 'sz')
  return pointsToPx(size === null ? usualPoints : size / 100, context.deck.scale)
}

/** Reads the chart that an element of a graphic frame names. Null if it has no data that can be read. */
export async function chartBlock(
  context: SlideContext,
  element: XmlElement,
  box: Box,
  name: string,
): Promise<Block | null> {
  const relation = relationOf(context, element, 'id')
  const root = relation && (await context.deck.open.xml(relation.target))
  const chart = find(root, 'chart')
  const plots = childrenOf(find(chart, 'plotArea')).filter((plot) => Object.hasOwn(kinds, plot.name ?? ''))
  const [plot] = plots
  if (!root || !plot) return null
  const isBar = attr(find(plot, 'barDir'), 'val') === 'bar'
  const kind: ChartKind = isBar ? 'bar' : kinds[plot.name!]!
  const series = plots.flatMap((one) => all(one, 'ser')).slice(0, kind === 'pie' ? 1 : chartLimits.series)
  if (series.length === 0) return null
  if (plots.length > 1 || changed.includes(plot.name!))
    context.remarks.add(`The chart “${titleOf(chart, series) || name}” is drawn in another form`)
  const [head = [], ...rows] = cellsOf(series, kind)
  const cells = [head, ...(isBar && beginsAtBottom(chart) ? rows.toReversed() : rows)]
  const grouping = attr(find(plot, 'grouping'), 'val') ?? ''
  const labels = [plot, ...series].map((one) => find(one, 'dLbls', 'showVal')).find(Boolean)
  const props: ChartProps = {
    ...{ kind, title: titleOf(chart, series), cells, stacked: /stacked/i.test(grouping) },
    ...{ values: attr(labels ?? null, 'val') === '1', legend: find(chart, 'legend') !== null, steps: false, link: '' },
    colors: colorsOf(context, series, kind),
  }
  return makeBlock('chart', frameOf({ ...box, rotation: 0 }), props, {
    name,
    style: [['font-size', `${Math.max(8, labelSize(root, context))}px`]],
  })
}
