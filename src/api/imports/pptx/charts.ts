import { chartLimits } from '../../../blocks/chart/chart-cells.ts'
import { writeLook } from '../../../blocks/chart/chart-look.ts'
import type { ChartKind, ChartProps } from '../../../blocks/chart/chart-props.ts'
import type { Block } from '../../../document/deck-model.ts'
import { escapeText } from '../../../document/html.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { makeBlock } from '../make-block.ts'
import { frameOf } from './boxes.ts'
import { cellsOf, nameOfSeries, valuesIn } from './chart-cells.ts'
import { styleColors } from './chart-colors.ts'
import { axesOf, chartLook, lettersOf } from './chart-looks.ts'
import { cssColor } from './colors.ts'
import { fillElement, readFill } from './fills.ts'
import { relationOf, type SlideContext } from './slide-context.ts'
import { type Box, pointsToPx } from './units.ts'
import { all, attr, childrenOf, descendants, find, flag, num, sizeOf, textIn } from './xml-tree.ts'

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
function colorsOf(
  context: SlideContext,
  series: readonly XmlElement[],
  ...[kind, style]: [kind: ChartKind, style: number]
): string[] {
  const colorOf = (properties: XmlElement | null): string => {
    const fill = readFill(fillElement(properties), context) ?? readFill(fillElement(find(properties, 'ln')), context)
    return fill?.kind === 'color' ? cssColor(fill.color) : ''
  }
  if (kind !== 'pie') {
    const usual = styleColors(context.scheme, style, series.length)
    return series.map((one, index) => colorOf(find(one, 'spPr')) || usual[index]!)
  }
  const points = new Map(
    all(series[0], 'dPt')
      .toReversed()
      .map((point) => [num(find(point, 'idx'), 'val'), point]),
  )
  const count = Math.min(chartLimits.categories, valuesIn(find(series[0], 'val')).length)
  return styleColors(context.scheme, style, count).map(
    (usual, index) => colorOf(find(points.get(index), 'spPr')) || usual,
  )
}

/** The words of a title: its paragraphs, or the cells that it refers to. */
function titleWords(title: XmlElement | null): string {
  const paragraphs = descendants(title, 'p').map((one) => descendants(one, 't').map(textIn).join(''))
  const cells = descendants(find(title, 'tx', 'strRef'), 'v').map(textIn)
  return [...paragraphs, ...cells].join(' ').trim()
}

/** The title; one without text is the name of the only series. */
function titleOf(chart: XmlElement | null, series: readonly XmlElement[]): string {
  const title = find(chart, 'title')
  const own = titleWords(title)
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
  const isBold = flag(
    lettersOf(elements, (letters) => flag(letters, 'b') !== null),
    'b',
  )
  const size = pointsToPx(points === null ? usualPoints : points / 100, context.deck.scale)
  return [
    ['font-size', `${Math.max(8, size)}px`],
    ...(fill?.kind === 'color' ? [['color', cssColor(fill.color)] as const] : []),
    ...(isBold ? [['font-weight', 'bold'] as const] : []),
  ]
}

/** The plots of a chart, columns before lines: lines are drawn over them. */
function plotsOf(chart: XmlElement | null): readonly XmlElement[] {
  const plots = childrenOf(find(chart, 'plotArea')).filter(({ name }) => Object.hasOwn(kinds, name ?? ''))
  const isLine = (plot: XmlElement): boolean => plot.name === 'lineChart'
  return [...plots.filter((plot) => !isLine(plot)), ...plots.filter(isLine)]
}

/** A chart without its axis titles, and these as texts beside it: charts here have none. */
function withAxisTitles(
  context: SlideContext,
  root: XmlElement,
  box: Box,
  isLying: boolean,
): { readonly box: Box; readonly titles: readonly Block[] } {
  const chart = find(root, 'chart')
  const { along, values } = axesOf(find(chart, 'plotArea'))
  const [under, beside] = (isLying ? [values, along] : [along, values]).map((axis) => axisTitle(context, root, axis))
  // A plot with a place of its own has left room for them.
  const isPlaced = find(chart, 'plotArea', 'layout', 'manualLayout') !== null
  const [low, side] = [under?.height ?? 0, beside?.height ?? 0]
  const titles = [
    ...(under
      ? [under.block({ ...box, x: box.x + side, width: box.width - side, y: box.y + box.height - low, height: low })]
      : []),
    ...(beside
      ? [
          beside.block({
            ...{ ...box, width: box.height - low, height: side, rotation: 270 },
            x: box.x + side / 2 - (box.height - low) / 2,
            y: box.y + (box.height - low) / 2 - side / 2,
          }),
        ]
      : []),
  ]
  const left = { ...box, x: box.x + side, width: box.width - side, height: box.height - low }
  return { box: isPlaced || left.width < 40 || left.height < 40 ? box : left, titles }
}

/** The title of an axis: how high it is, and its text in a place. Null: it has none. */
function axisTitle(context: SlideContext, root: XmlElement, axis: XmlElement | null) {
  const title = find(axis, 'title')
  const words = titleWords(title).slice(0, 200)
  if (!title || words === '') return null
  const letters = [...descendants(title, 'rPr'), ...descendants(title, 'defRPr')]
  const usual = lettersOf([root], (one) => num(one, 'sz') !== null)
  const points = num(letters.find((one) => num(one, 'sz') !== null) ?? usual, 'sz')
  const size = Math.max(8, pointsToPx(points === null ? usualPoints : points / 100, context.deck.scale))
  const isBold = letters.every((one) => flag(one, 'b') !== false)
  const fill = readFill(fillElement(letters.find((one) => fillElement(one) !== null)), context)
  const text = isBold ? `<strong>${escapeText(words)}</strong>` : escapeText(words)
  const props = { html: `<p>${text}</p>`, fit: 'none', verticalAlign: 'middle', padding: 0, placeholder: '' }
  const style = [
    ['font-size', `${size}px`] as const,
    ['text-align', 'center'] as const,
    ...(fill?.kind === 'color' ? [['color', cssColor(fill.color)] as const] : []),
  ]
  return {
    height: size * 1.4,
    block: (box: Box): Block => makeBlock('text', frameOf(box), props, { name: 'Axis title', style }),
  }
}

/** Reads the chart that an element of a graphic frame names, and its axis titles. [] if it has no data that can be read. */
export async function chartBlocks(
  context: SlideContext,
  element: XmlElement,
  box: Box,
  name: string,
): Promise<Block[]> {
  const relation = relationOf(context, element, 'id')
  const root = relation && (await context.deck.open.xml(relation.target))
  // Many frames may show the same chart.
  context.work.step(sizeOf(root))
  const chart = find(root, 'chart')
  const plots = plotsOf(chart)
  const [plot] = plots
  if (!root || !plot) return []
  const kind: ChartKind = attr(find(plot, 'barDir'), 'val') === 'bar' ? 'bar' : kinds[plot.name!]!
  const series = plots.flatMap((one) => all(one, 'ser')).slice(0, kind === 'pie' ? 1 : chartLimits.series)
  if (series.length === 0) return []
  const title = titleOf(chart, series)
  const isCombined = kind === 'column' && plots.slice(1).every((one) => one.name === 'lineChart')
  if ((plots.length > 1 && !isCombined) || changed.includes(plot.name!))
    context.remarks.add(`The chart “${title || name}” is drawn in another form`)
  const grouping = attr(find(plot, 'grouping'), 'val') ?? ''
  const showsValues = [plot, ...series].some((one) => flag(find(one, 'dLbls', 'showVal'), 'val'))
  const props: ChartProps = {
    ...{ kind, title, cells: cellsOf(series, kind, axesOf(find(chart, 'plotArea')).along) },
    ...{ stacked: /stacked/i.test(grouping), values: showsValues, legend: find(chart, 'legend') !== null },
    ...{
      look: writeLook(chartLook(chart, plots)),
      steps: false,
      link: '',
      colors: colorsOf(context, series, kind, num(find(root, 'style'), 'val') ?? 2),
    },
  }
  const upright = { ...box, rotation: 0 }
  const placed = kind === 'pie' ? { box: upright, titles: [] } : withAxisTitles(context, root, upright, kind === 'bar')
  const style = letterStyle(root, context)
  return [makeBlock('chart', frameOf(placed.box), props, { name, style }), ...placed.titles]
}
