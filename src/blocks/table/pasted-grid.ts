import {
  attribute,
  escapeAttribute,
  escapeText,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  isElement,
  isText,
  parseFragment,
} from '../../document/html.ts'
import { newCell, type TableCell, type TableRow } from './block.ts'
import { splitValues } from './split-values.ts'

/** Maximum size of a pasted table; a full sheet would not fit on a slide. */
const maxSize = { rows: 60, columns: 30 }

/** A pasted table: cells as HTML, with merged cells. */
export interface PastedGrid {
  readonly rows: readonly TableRow[]
  /** The first row was marked as header. */
  readonly hasHeader: boolean
}

/**
 * The table in pasted, sanitized HTML, if there is nothing else: a sheet's cells, or a table of a document. Keeps bold,
 * italic, links and alignment; drops sizes, fonts and colors. Null if there is text beside the table.
 */
export function gridOfHtml(html: string): PastedGrid | null {
  const fragment = parseFragment(html)
  const tables = tablesIn(fragment)
  const [table] = tables
  if (tables.length !== 1 || !table || hasTextOutside(fragment, table)) return null
  const lines = linesOf(table)
  const rows = placed(lines.map((line) => line.childNodes.filter(isCell)))
  if (rows.length === 0 || rows[0]!.length === 0) return null
  const first = lines[0]!.childNodes.filter(isCell)
  return { rows, hasHeader: first.length > 0 && first.every((cell) => cell.tagName === 'th') }
}

/** The table in tab-separated text, as copied from sheets; null if the text is no table. */
export function gridOfText(text: string): PastedGrid | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!lines.includes('\t')) return null
  const cells = splitValues(lines, '\t')
  const width = Math.max(...cells.map((row) => row.length))
  if (width < 2 || cells.some((row) => row.length > 1 && row.length !== width)) return null
  // Code and outlines are indented with tabs: at least half of a table's lines have text in the first column.
  if (cells.filter((row) => row[0] === '').length * 2 > cells.length) return null
  return textGrid(cells)
}

/** The table in comma- or semicolon-separated values: at least two rows with the same number of values, two or more. */
export function gridOfCsv(text: string): PastedGrid | null {
  const lines = text.replace(/\r\n?/g, '\n').trim()
  for (const sign of [';', ','] as const) {
    const cells = splitValues(lines, sign)
    const width = cells[0]!.length
    if (cells.length >= 2 && width >= 2 && cells.every((row) => row.length === width) && areValues(cells)) {
      return textGrid(cells)
    }
  }
  return null
}

/** Tells values from sentences, which contain commas too. Values are short, and most have no space before them. */
function areValues(cells: readonly (readonly string[])[]): boolean {
  const later = cells.flatMap((row) => row.slice(1))
  const code = /[{}<>]|=>|;$/
  return (
    later.filter((value) => value.startsWith(' ')).length * 2 <= later.length &&
    !cells.flat().some((value) => value.length > 60 || code.test(value)) &&
    later.some((value) => value !== '')
  )
}

/** The cells as plain text, row by row: '' where a merged cell covers the position. */
export function textsOf(grid: PastedGrid): readonly (readonly string[])[] {
  return grid.rows.map((row) => row.map((cell) => cell?.html ?? ''))
}

function textGrid(cells: readonly (readonly string[])[]): PastedGrid {
  const width = Math.min(Math.max(...cells.map((row) => row.length)), maxSize.columns)
  const rows = cells.slice(0, maxSize.rows).map((row) =>
    Array.from({ length: width }, (_, column) => ({
      ...newCell(),
      html: escapeText(row[column] ?? '').replaceAll('\n', '<br>'),
    })),
  )
  return { rows, hasHeader: false }
}

function elementsIn(parent: HtmlFragment | HtmlElement): HtmlElement[] {
  return parent.childNodes.filter(isElement)
}

function tablesIn(parent: HtmlFragment | HtmlElement): HtmlElement[] {
  return elementsIn(parent).flatMap((element) => (element.tagName === 'table' ? [element] : tablesIn(element)))
}

function linesOf(table: HtmlElement): HtmlElement[] {
  return elementsIn(table).flatMap((part) =>
    part.tagName === 'tr' ? [part] : /^t(head|body|foot)$/.test(part.tagName) ? linesOf(part) : [],
  )
}

function isCell(node: HtmlNode): node is HtmlElement {
  return isElement(node) && (node.tagName === 'td' || node.tagName === 'th')
}

function hasTextOutside(parent: HtmlFragment | HtmlElement, table: HtmlElement): boolean {
  return parent.childNodes.some((node: HtmlNode) => {
    if (isText(node)) return node.value.trim() !== ''
    if (!isElement(node) || node === table) return false
    return node.tagName === 'img' || hasTextOutside(node, table)
  })
}

type Grid = (TableCell | null | undefined)[][]

/** Places cells on the grid: merged ones cover others, short rows are padded, trailing empty rows are dropped. */
function placed(lines: readonly (readonly HtmlElement[])[]): readonly TableRow[] {
  const rows: Grid = lines.slice(0, maxSize.rows).map(() => [])
  for (const [at, cells] of lines.slice(0, maxSize.rows).entries()) placeLine(rows, at, cells)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const filled = rows.map((row) =>
    Array.from({ length: width }, (_, column) => (row[column] === undefined ? newCell() : row[column])),
  )
  const last = filled.findLastIndex((row) => row.some((cell) => cell === null || cell.html !== ''))
  return filled.slice(0, last + 1)
}

function placeLine(rows: Grid, at: number, cells: readonly HtmlElement[]): void {
  let column = 0
  for (const element of cells) {
    while (rows[at]![column] !== undefined) column++
    if (column >= maxSize.columns) return
    const columns = Math.min(spanOf(element, 'colspan'), maxSize.columns - column)
    const height = Math.min(spanOf(element, 'rowspan'), rows.length - at)
    for (let down = 0; down < height; down++) {
      for (let right = 0; right < columns; right++) rows[at + down]![column + right] = null
    }
    rows[at]![column] = { html: cellText(element), style: alignment(element), columns, rows: height }
  }
}

function spanOf(element: HtmlElement, name: string): number {
  const value = Number(attribute(element, name) ?? '1')
  return Number.isInteger(value) && value >= 1 ? value : 1
}

function styleOf(element: HtmlElement): string {
  return (attribute(element, 'style') ?? '').toLowerCase()
}

function alignment(element: HtmlElement): TableCell['style'] {
  const [only, ...others] = elementsIn(element)
  // Word processors set the alignment on the paragraph in the cell.
  const inside = only?.tagName === 'p' && others.length === 0 ? styleOf(only) : ''
  const found = /text-align:\s*(right|center)/.exec(`${styleOf(element)};${inside}`)?.[1]
  return found ? [['text-align', found]] : []
}

const marks: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
}

/** A cell's text with inline formatting, including formatting by styles. */
function cellText(element: HtmlElement): string {
  const html = markedText(element).replace(/\s+/g, ' ')
  return withStyleMarks(html.replace(/^(\s|<br>)+|(\s|<br>)+$/g, ''), element)
}

function markedText(parent: HtmlElement): string {
  return parent.childNodes.map((node: HtmlNode) => markedNode(node)).join('')
}

function markedNode(node: HtmlNode): string {
  if (isText(node)) return escapeText(node.value)
  if (!isElement(node)) return ''
  if (node.tagName === 'br') return '<br>'
  const inner = markedText(node)
  if (inner.trim() === '') return inner
  if (/^(p|div|li|h[1-6]|tr)$/.test(node.tagName)) return `${inner}<br>`
  const address = node.tagName === 'a' ? attribute(node, 'href') : null
  if (address) return `<a href="${escapeAttribute(address)}">${inner}</a>`
  const mark = marks[node.tagName]
  const isPlain = mark === 'strong' && /font-weight:\s*(normal|400)/.test(styleOf(node))
  return withStyleMarks(mark && !isPlain ? `<${mark}>${inner}</${mark}>` : inner, node)
}

function withStyleMarks(html: string, element: HtmlElement): string {
  if (html === '' || element.tagName === 'th' || marks[element.tagName]) return html
  const style = styleOf(element)
  const bold = /font-weight:\s*(bold|[6-9]00)/.test(style) ? `<strong>${html}</strong>` : html
  return /font-style:\s*italic/.test(style) ? `<em>${bold}</em>` : bold
}
