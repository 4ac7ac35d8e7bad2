import type { BlockDefinition } from '../../document/block-definition.ts'
import { type Declaration, parseDeclarations, renderDeclarations } from '../../document/css-declarations.ts'
import { formatNumber, formatPx, parsePx } from '../../document/css-number.ts'
import {
  attribute,
  escapeAttribute,
  type HtmlElement,
  innerHtml,
  innerRangeOf,
  isTag,
  onlyElements,
} from '../../document/html.ts'

/** One cell of a table. */
export interface TableCell {
  readonly html: string
  /** CSS declarations of this cell: text-align, background-color … */
  readonly style: readonly Declaration[]
}

/** A table: every row has the same number of cells. */
export interface TableProps {
  readonly rows: readonly (readonly TableCell[])[]
  /** The first row holds headings. */
  readonly headerRow: boolean
  /** The first cell of each row is a heading. */
  readonly headerColumn: boolean
  /** Every other row is shaded. */
  readonly striped: boolean
  /** Widths of the columns in per cent; [] shares evenly. */
  readonly widths: readonly number[]
  /** A CSS colour, or '' for a quiet tone of the text colour. */
  readonly borderColor: string
  /** px. */
  readonly borderWidth: number
  /** px between a cell's border and its text. */
  readonly padding: number
}

/** A table, as high as its rows. */
export const tableBlock: BlockDefinition<TableProps> & { readonly type: 'table' } = {
  type: 'table',
  title: 'Table',
  hidden: false,
  abilities: { resize: 'width', rotate: false, keepsAspect: false, editsText: true, fragment: true },
  dataAttributes: ['data-l-header', 'data-l-striped'],

  defaults: () => ({
    frame: { x: 130, y: 220, width: 700, height: null, rotation: 0 },
    props: {
      rows: Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => ({ html: '', style: [] }))),
      headerRow: true,
      headerColumn: false,
      striped: false,
      widths: [],
      borderColor: '',
      borderWidth: 1,
      padding: 8,
    },
  }),

  parse(element) {
    const table = onlyElements(element)?.[0]
    if (!table || !isTag(table, 'table')) return null
    const style = Object.fromEntries(parseDeclarations(attribute(table, 'style') ?? '') ?? [])
    const [borderWidth, padding] = [parsePx(style['border-width']), parsePx(style.padding)]
    const rows = parseRows(table)
    const widths = parseWidths(table)
    if (borderWidth === null || padding === null || !rows || !widths) return null
    const headers = (attribute(table, 'data-l-header') ?? '').split(' ')
    return {
      rows,
      headerRow: headers.includes('row'),
      headerColumn: headers.includes('column'),
      striped: attribute(table, 'data-l-striped') === 'on',
      widths,
      borderColor: style['border-color'] ?? '',
      borderWidth,
      padding,
    }
  },

  render({ props }) {
    const headers = [props.headerRow ? 'row' : '', props.headerColumn ? 'column' : ''].filter((name) => name !== '')
    const header = headers.length > 0 ? ` data-l-header="${headers.join(' ')}"` : ''
    const striped = props.striped ? ' data-l-striped="on"' : ''
    const border: Declaration[] = props.borderColor === '' ? [] : [['border-color', props.borderColor]]
    const width: Declaration = ['border-width', formatPx(props.borderWidth)]
    const style = renderDeclarations([width, ...border, ['padding', formatPx(props.padding)]])
    const columns = props.widths.map((part) => `<col style="width: ${formatNumber(part)}%;">`).join('')
    const group = columns === '' ? '' : `<colgroup>${columns}</colgroup>`
    const head = props.headerRow && props.rows[0] ? `<thead>${renderRow(props.rows[0], true, false)}</thead>` : ''
    const rest = props.headerRow ? props.rows.slice(1) : props.rows
    const body = rest.map((row) => renderRow(row, false, props.headerColumn)).join('')
    return `<table${header}${striped} style="${escapeAttribute(style)}">${group}${head}<tbody>${body}</tbody></table>`
  },

  sample: () => ({
    id: '00000000000000a6',
    type: 'table',
    frame: { x: 80, y: 150, width: 800, height: null, rotation: 0 },
    name: 'Sales',
    locked: false,
    fragment: null,
    classes: [],
    style: [['font-size', '22px']],
    attributes: [],
    props: {
      rows: [
        [cell('Region'), cell('<em>2029</em>'), cell('2030')],
        [
          cell('North &amp; East'),
          cell('1.2'),
          cell('1.9', [
            ['text-align', 'right'],
            ['background-color', '#ffeeaa'],
          ]),
        ],
        [cell(''), cell('line<br>break'), cell('0')],
      ],
      headerRow: true,
      headerColumn: true,
      striped: true,
      widths: [50, 25.5, 24.5],
      borderColor: '#888888',
      borderWidth: 2,
      padding: 6,
    },
  }),
}

function cell(html: string, style: readonly Declaration[] = []): TableCell {
  return { html, style }
}

function renderRow(cells: readonly TableCell[], allHead: boolean, firstHead: boolean): string {
  const rendered = cells.map(({ html, style }, index) => {
    const tag = allHead || (firstHead && index === 0) ? 'th' : 'td'
    const declarations = style.length === 0 ? '' : ` style="${escapeAttribute(renderDeclarations(style))}"`
    return `<${tag}${declarations}>${html}</${tag}>`
  })
  return `<tr>${rendered.join('')}</tr>`
}

/** The cells of all rows; null when rows differ in length, or cells span several. */
function parseRows(table: HtmlElement): TableCell[][] | null {
  const rows: TableCell[][] = []
  for (const part of onlyElements(table) ?? []) {
    if (!isTag(part, 'thead') && !isTag(part, 'tbody')) continue
    for (const row of onlyElements(part) ?? []) {
      const cells = (onlyElements(row) ?? []).map(parseCell)
      if (!cells.every((found) => found !== null)) return null
      rows.push(cells)
    }
  }
  return rows.every((row) => row.length === rows[0]!.length) ? rows : null
}

function parseCell(element: HtmlElement): TableCell | null {
  const style = parseDeclarations(attribute(element, 'style') ?? '')
  return style && innerRangeOf(element) ? { html: innerHtml(element), style } : null
}

/** Widths in per cent; null when a column's has another unit. */
function parseWidths(table: HtmlElement): number[] | null {
  const group = onlyElements(table)?.find((part) => isTag(part, 'colgroup'))
  const widths: number[] = []
  for (const column of group ? (onlyElements(group) ?? []) : []) {
    const match = /^\s*width:\s*(\d{1,3}(?:\.\d{1,4})?)%;?\s*$/.exec(attribute(column, 'style') ?? '')
    if (!match) return null
    widths.push(Number(match[1]))
  }
  return widths
}
