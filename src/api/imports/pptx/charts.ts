import { chartLimits } from '../../../blocks/chart/chart-cells.ts'
import { writeLook } from '../../../blocks/chart/chart-look.ts'
import type { ChartKind, ChartProps } from '../../../blocks/chart/chart-props.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { cellsOf, nameOfSeries, valuesIn } from './chart-cells.ts'
import { axesOf, chartLook, lettersOf } from './chart-looks.ts'
import { accentColor, cssColor } from './colors.ts'
import { fillElement, readFill } from './fills.ts'
import { relationOf, type SlideContext } from './slide-context.ts'
import { type Box, pointsToPx } from './units.ts'
import { all, attr, childrenOf, descendants, find, flag, num, textIn } from './xml-tree.ts'

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
const changed: readonly string[] = ['ofPieChart', 'bubbleChart', 'stockChart', 'surfaceChart', 'surface3DChart']
const usualPoints = 10

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
  const own = [descendants(title, 't'), descendants(find(title, 'tx', 'strRef'), 'v')]
    .flat()
    .map(textIn)
    .join('')
    .trim()
  const named = title && own === '' ? (series.length === 1 ? nameOfSeries(series[0]!) : 'Chart Title') : own
  return named.slice(0, 200)
}

/** Size and color of the labels: those of the axes, of the legend, or of the whole chart. */
function letterStyle(root: XmlElement, context: SlideContext): (readonly [string, string])[] {
  const chart = find(root, 'chart')
  const { along, values } = axesOf(find(chart, 'plotArea'))
  const elements = [along, values, find(chart, 'legend'), root]
  const points = num(
    lettersOf(elements, (letters) => num(letters, 'sz') !== null),
    'sz',
  )
  const fill = readFill(fillElement(lettersOf(elements, (letters) => fillElement(letters) !== null)), context)
  const size = pointsToPx(points === null ? usualPoints : points / 100, context.deck.scale)
  return [
    ['font-size', `${Math.max(8, size)}px`],
    ...(fill?.kind === 'color' ? [['color', cssColor(fill.color)] as const] : []),
  ]
}

/** The plots of a chart, columns before lines: lines are drawn over them. */
function plotsOf(chart: XmlElement | null): readonly XmlElement[] {
  const plots = childrenOf(find(chart, 'plotArea')).filter(({ name }) => Object.hasOwn(kinds, name ?? ''))
  const isLine = (plot: XmlElement): boolean => plot.name === 'lineChart'
  return [...plots.filter((plot) => !isLine(plot)), ...plots.filter(isLine)]
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
  const plots = plotsOf(chart)
  const [plot] = plots
  if (!root || !plot) return null
  const kind: ChartKind = attr(find(plot, 'barDir'), 'val') === 'bar' ? 'bar' : kinds[plot.name!]!
  const series = plots.flatMap((one) => all(one, 'ser')).slice(0, kind === 'pie' ? 1 : chartLimits.series)
  if (series.length === 0) return null
  const title = titleOf(chart, series)
  const isCombined = kind === 'column' && plots.slice(1).every((one) => one.name === 'lineChart')
  if ((plots.length > 1 && !isCombined) || changed.includes(plot.name!))
    context.remarks.add(`The chart “${title || name}” is drawn in another form`)
  const grouping = attr(find(plot, 'grouping'), 'val') ?? ''
  const showsValues = [plot, ...series].some((one) => flag(find(one, 'dLbls', 'showVal'), 'val'))
  const props: ChartProps = {
    ...{ kind, title, cells: cellsOf(series, kind, axesOf(find(chart, 'plotArea')).along) },
    ...{ stacked: /stacked/i.test(grouping), values: showsValues, legend: find(chart, 'legend') !== null },
    ...{ look: writeLook(chartLook(chart, plots)), steps: false, link: '', colors: colorsOf(context, series, kind) },
  }
  return makeBlock('chart', frameOf({ ...box, rotation: 0 }), props, { name, style: letterStyle(root, context) })
}
