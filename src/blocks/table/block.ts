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
import { type LinkProps, linkOver, withoutLink } from '../block-link.ts'

/** A cell of a table. */
export interface TableCell {
  readonly html: string
  /** CSS declarations of this cell: text-align, background-color … */
  readonly style: readonly Declaration[]
  /** Column and row span. */
  readonly columns: number
  readonly rows: number
}

/** A row: one entry per column; null where a merged cell covers the position. */
export type TableRow = readonly (TableCell | null)[]

/** A table: every row has one entry per column. Merged cells do not extend beyond the header row. */
export interface TableProps extends LinkProps {
  readonly rows: readonly TableRow[]
  /** The first row contains headings. */
  readonly headerRow: boolean
  /** The first cell of each row is a heading. */
  readonly headerColumn: boolean
  /** Every other row is shaded. */
  readonly striped: boolean
  /** How headings and stripes are drawn, in the theme's colors. */
  readonly look: TableLook
  /** Column widths in percent; [] for equal widths. */
  readonly widths: readonly number[]
  /** A CSS color, or '' for a muted text color. */
  readonly borderColor: string
  /** px. */
  readonly borderWidth: number
  /** Cell padding in px. */
  readonly padding: number
}

/** Styles of a table: a grid; headings on the accent color; lines between rows only. */
export type TableLook = 'plain' | 'accent' | 'lines'

/** In display order. */
export const tableLooks: readonly TableLook[] = ['plain', 'accent', 'lines']

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly table: TableProps
  }
}

/** A table, as high as its rows. */
export const tableBlock: BlockDefinition<TableProps> & { readonly type: 'table' } = {
  type: 'table',
  title: 'Table',
  hidden: false,
  capabilities: { resize: 'width', rotate: false, keepsAspect: false, editsText: true, fragment: true },
  dataAttributes: ['data-l-header', 'data-l-striped', 'data-l-look'],

  defaults: () => ({
    frame: { x: 130, y: 220, width: 700, height: null, rotation: 0 },
    props: {
      rows: Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => newCell())),
      headerRow: true,
      headerColumn: false,
      striped: false,
      look: 'plain',
      widths: [],
      borderColor: '',
      borderWidth: 1,
      padding: 8,
      link: '',
    },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const table = inside?.content[0]
    if (!inside || !table || !isTag(table, 'table')) return null
    const style = Object.fromEntries(parseDeclarations(attribute(table, 'style') ?? '') ?? [])
    const [borderWidth, padding] = [parsePx(style['border-width']), parsePx(style.padding)]
    const rows = parseRows(table)
    const widths = parseWidths(table)
    const look = tableLooks.find((name) => name === (attribute(table, 'data-l-look') ?? 'plain'))
    if (borderWidth === null || padding === null || !rows || !widths || !look) return null
    const headers = (attribute(table, 'data-l-header') ?? '').split(' ')
    return {
      rows,
      headerRow: headers.includes('row'),
      headerColumn: headers.includes('column'),
      striped: attribute(table, 'data-l-striped') === 'on',
      look,
      widths,
      borderColor: style['border-color'] ?? '',
      borderWidth,
      padding,
      link: inside.link,
    }
  },

  render({ props }) {
    const headers = [props.headerRow ? 'row' : '', props.headerColumn ? 'column' : ''].filter((name) => name !== '')
    const header = headers.length > 0 ? ` data-l-header="${headers.join(' ')}"` : ''
    const striped = props.striped ? ' data-l-striped="on"' : ''
    const look = props.look === 'plain' ? '' : ` data-l-look="${props.look}"`
    const border: Declaration[] = props.borderColor === '' ? [] : [['border-color', props.borderColor]]
    const width: Declaration = ['border-width', formatPx(props.borderWidth)]
    const style = renderDeclarations([width, ...border, ['padding', formatPx(props.padding)]])
    const columns = props.widths.map((part) => `<col style="width: ${formatNumber(part)}%;">`).join('')
    const group = columns === '' ? '' : `<colgroup>${columns}</colgroup>`
    const head = props.headerRow && props.rows[0] ? `<thead>${renderRow(props.rows[0], true, false)}</thead>` : ''
    const rest = props.headerRow ? props.rows.slice(1) : props.rows
    const body = rest.map((row) => renderRow(row, false, props.headerColumn)).join('')
    const parts = `${group}${head}<tbody>${body}</tbody>`
    return linkOver(props.link, `<table${header}${striped}${look} style="${escapeAttribute(style)}">${parts}</table>`)
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
        [cell(''), { ...cell('line<br>break'), columns: 2, rows: 2 }, null],
        [cell('South'), null, null],
      ],
      headerRow: true,
      headerColumn: true,
      striped: true,
      look: 'accent',
      widths: [50, 25.5, 24.5],
      borderColor: '#888888',
      borderWidth: 2,
      padding: 6,
      link: 'mailto:sales@example.com',
    },
  }),
}

/** An empty cell. */
export function newCell(): TableCell {
  return cell('')
}

function cell(html: string, style: readonly Declaration[] = []): TableCell {
  return { html, style, columns: 1, rows: 1 }
}

function renderRow(cells: TableRow, allHead: boolean, firstHead: boolean): string {
  const rendered = cells.map((one, index) => {
    if (one === null) return ''
    const tag = allHead || (firstHead && index === 0) ? 'th' : 'td'
    const spans = `${one.columns > 1 ? ` colspan="${one.columns}"` : ''}${one.rows > 1 ? ` rowspan="${one.rows}"` : ''}`
    const declarations = one.style.length === 0 ? '' : ` style="${escapeAttribute(renderDeclarations(one.style))}"`
    return `<${tag}${spans}${declarations}>${one.html}</${tag}>`
  })
  return `<tr>${rendered.join('')}</tr>`
}

/** The rows as a grid; null if they do not fill one, or a merged cell extends beyond the header row or the table. */
function parseRows(table: HtmlElement): TableRow[] | null {
  const rows: (TableCell | null | undefined)[][] = []
  for (const part of onlyElements(table) ?? []) {
    if (!isTag(part, 'thead') && !isTag(part, 'tbody')) continue
    const first = rows.length
    const lines = onlyElements(part) ?? []
    if (first + lines.length > maxRows) return null
    rows.push(...lines.map(() => []))
    for (const [index, line] of lines.entries()) {
      if (!placeCells(onlyElements(line) ?? [], rows, first + index)) return null
    }
  }
  const width = rows[0]?.length ?? 0
  const whole = rows.every(
    (row) => row.length === width && !row.includes(undefined) && Object.keys(row).length === width,
  )
  return whole ? (rows as TableRow[]) : null
}

/** Maximum grid size: a table that claims more is kept unchanged instead of being laid out. */
const maxColumns = 100
const maxRows = 1_000

/**
 * Places a row's cells at the first free positions of the grid; false if they overlap, exceed the existing rows, or are
 * too many.
 */
function placeCells(elements: readonly HtmlElement[], rows: (TableCell | null | undefined)[][], at: number): boolean {
  let column = 0
  for (const element of elements) {
    const found = parseCell(element)
    while (rows[at]![column] !== undefined) column++
    if (!found || at + found.rows > rows.length) return false
    if (column + found.columns > maxColumns) return false
    for (let down = 0; down < found.rows; down++) {
      for (let right = 0; right < found.columns; right++) {
        const row = rows[at + down]!
        if (row[column + right] !== undefined) return false
        row[column + right] = down === 0 && right === 0 ? found : null
      }
    }
  }
  return true
}

function parseCell(element: HtmlElement): TableCell | null {
  const style = parseDeclarations(attribute(element, 'style') ?? '')
  const [columns, rows] = [parseSpan(element, 'colspan'), parseSpan(element, 'rowspan')]
  if (!style || !innerRangeOf(element) || columns === null || rows === null) return null
  return { html: innerHtml(element), style, columns, rows }
}

/** A cell's span; null above the maximum. */
function parseSpan(element: HtmlElement, name: string): number | null {
  const text = attribute(element, name) ?? '1'
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : null
}

/** Widths in percent; null if a column has another unit. */
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
