import type { BlockDefinition } from '../../document/block-definition.ts'
import { formatNumber, parsePx } from '../../document/css-number.ts'
import type { Block } from '../../document/deck-model.ts'
import {
  attribute,
  escapeAttribute,
  escapeText,
  type HtmlElement,
  innerHtml,
  isElement,
  isTag,
  onlyElements,
  textContent,
} from '../../document/html.ts'
import { linkAround, withoutLink } from '../block-link.ts'
import { chartLimits, colorCount } from './chart-cells.ts'
import { drawChart, keepDrawing, keptDrawing } from './chart-drawing.ts'
import { type ChartProps, chartKinds } from './chart-props.ts'

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly chart: ChartProps
  }
}

/** Font size of labels without a style, in px. */
export const usualSize = 18

/**
 * A chart: its data as a table, for screen readers and other programs, and the drawing that derives from it. The drawing
 * needs no script, so every view shows it alike.
 */
export const chartBlock: BlockDefinition<ChartProps> & { readonly type: 'chart' } = {
  type: 'chart',
  title: 'Chart',
  hidden: false,
  isRare: true,
  derived: ['svg'],
  capabilities: { resize: 'box', rotate: true, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: [
    'data-l-chart',
    'data-l-stacked',
    'data-l-values',
    'data-l-legend',
    'data-l-look',
    'data-l-steps',
    'data-l-series',
    'data-l-part',
  ],

  defaults: () => ({
    frame: { x: 160, y: 150, width: 640, height: 400, rotation: 0 },
    props: {
      kind: 'column',
      title: '',
      cells: [
        ['Quarter', 'This year', 'Last year'],
        ['Q1', '24', '18'],
        ['Q2', '31', '22'],
        ['Q3', '38', '27'],
        ['Q4', '45', '30'],
      ],
      stacked: false,
      values: false,
      legend: true,
      look: '',
      steps: false,
      colors: [],
      link: '',
    },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const figure = inside?.content.length === 1 ? inside.content[0]! : null
    const parts = figure && isTag(figure, 'figure') ? onlyElements(figure) : null
    if (!inside || !figure || parts?.length !== 2 || !isTag(parts[0]!, 'table') || parts[1]!.tagName !== 'svg')
      return null
    const kind = chartKinds.find((name) => name === attribute(figure, 'data-l-chart'))
    const table = readTable(parts[0]!)
    if (!kind || !table) return null
    const isOn = (name: string): boolean => attribute(figure, `data-l-${name}`) === 'on'
    const props: ChartProps = {
      kind,
      ...table,
      stacked: isOn('stacked'),
      values: isOn('values'),
      legend: attribute(figure, 'data-l-legend') !== 'off',
      look: attribute(figure, 'data-l-look') ?? '',
      steps: isOn('steps'),
      colors: readColors(attribute(figure, 'style') ?? ''),
      link: inside.link,
    }
    keepDrawing(props, svgTag(attribute(parts[1]!, 'viewBox') ?? '', innerHtml(parts[1]!)))
    return props
  },

  render(block) {
    const { props } = block
    const options = [
      props.stacked ? ' data-l-stacked="on"' : '',
      props.values ? ' data-l-values="on"' : '',
      props.legend ? '' : ' data-l-legend="off"',
      props.look === '' ? '' : ` data-l-look="${escapeAttribute(props.look)}"`,
      props.steps ? ' data-l-steps="on"' : '',
    ].join('')
    const figure = `<figure class="block-content" data-l-chart="${props.kind}"${options}${renderColors(props)}>${renderTable(props)}${renderDrawing(block)}</figure>`
    return linkAround(props.link, figure)
  },

  sample: () => ({
    id: '00000000000000ac',
    type: 'chart',
    frame: { x: 80, y: 120, width: 800, height: 460.5, rotation: 0 },
    name: 'Energy',
    locked: false,
    fragment: { style: 'fade-up', index: 1 },
    classes: [],
    style: [['font-size', '20px']],
    attributes: [],
    props: {
      kind: 'bar',
      title: 'Where it "comes" from & goes',
      cells: [
        ['Source', 'Sun <b>', 'Wind & sea'],
        ['2029', '1,200.5', '-40'],
        ['2030', '', '€ 75'],
        ['', 'none', '3'],
      ],
      stacked: true,
      values: true,
      legend: false,
      look: '',
      steps: true,
      colors: ['var(--l-accent-3)', '', '#b3261e'],
      link: 'https://energy.example/?a=1&b=2',
    },
  }),
}

/** The set colors, as custom properties that the style sheet reads; the theme's are left to it. */
function renderColors({ colors }: ChartProps): string {
  const set = colors.flatMap((color, index) => (color === '' ? [] : [`--l-series-${index + 1}: ${color};`]))
  return set.length === 0 ? '' : ` style="${escapeAttribute(set.join(' '))}"`
}

function readColors(style: string): readonly string[] {
  const colors: string[] = []
  for (const [, number, color] of style.matchAll(/--l-series-(\d{1,2})\s*:\s*([^;]+?)\s*(?:;|$)/g)) {
    if (Number(number) <= colorCount) colors[Number(number) - 1] = color!
  }
  return Array.from(colors, (color) => color ?? '')
}

function renderTable({ title, cells }: ChartProps): string {
  const [head = [], ...rows] = cells
  const caption = title === '' ? '' : `<caption>${escapeText(title)}</caption>`
  const heads = head.map((name) => `<th scope="col">${escapeText(name)}</th>`).join('')
  const body = rows.map(([name = '', ...values]) => {
    const data = values.map((value) => `<td>${escapeText(value)}</td>`).join('')
    return `<tr><th scope="row">${escapeText(name)}</th>${data}</tr>`
  })
  return `<table>${caption}<thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function svgTag(view: string, drawing: string): string {
  return `<svg viewBox="${escapeAttribute(view)}" preserveAspectRatio="xMidYMid meet" aria-hidden="true">${drawing}</svg>`
}

function renderDrawing(block: Block<ChartProps>): string {
  const kept = keptDrawing(block.props)
  if (kept !== null) return kept
  const width = Math.max(block.frame?.width ?? 0, 40)
  const height = Math.max(block.frame?.height ?? width * 0.6, 40)
  const size = parsePx(block.style.find(([name]) => name === 'font-size')?.[1]) ?? usualSize
  const drawing = drawChart(block.props, width, height, Math.max(4, Math.min(size, 200)))
  return svgTag(`0 0 ${formatNumber(width)} ${formatNumber(height)}`, drawing)
}

/** The data of a chart's table; null if its rows differ in length or there is too much. */
function readTable(table: HtmlElement): Pick<ChartProps, 'title' | 'cells'> | null {
  const parts = table.childNodes.filter(isElement)
  const caption = parts.find((part) => isTag(part, 'caption'))
  const lines = parts.filter((part) => part !== caption).flatMap((part) => part.childNodes.filter(isElement))
  const cells = lines.map((line) => line.childNodes.filter(isElement).map((cell) => textContent(cell)))
  const width = cells[0]?.length ?? 0
  const isSheet = width >= 2 && cells.length >= 2 && cells.every((row) => row.length === width)
  if (!isSheet || width > chartLimits.series + 1 || cells.length > chartLimits.categories + 1) return null
  return { title: caption ? textContent(caption) : '', cells }
}
