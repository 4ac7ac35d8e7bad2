import { withPair } from '../block-style.ts'
import { newCell, type TableCell, type TableProps, type TableRow } from './block.ts'
import { type CellPlace, type CellRange, cellsIn, originOf } from './cell-range.ts'
import { splitCell, withSplitHeader } from './split-cells.ts'

// Every edit takes a table and returns a new one with rows of equal length; the same object if nothing changes.

/** Maximum number of rows and columns, for slides. */
const maxRows = 60
export const maxColumns = 30

/** Inserts an empty row before this index (the number of rows appends it). */
export function addRow(props: TableProps, at: number): TableProps {
  if (props.rows.length >= maxRows) return props
  const columns = columnsOf(props)
  // A merged cell across the insertion point grows by the new row.
  const crossing = new Set<string>()
  const fresh = Array.from({ length: columns }, (_, column): TableCell | null => {
    const origin = at < props.rows.length ? originOf(props, { row: at, column }) : null
    if (!origin || origin.row === at) return newCell()
    crossing.add(keyOf(origin))
    return null
  })
  const rows = mapCells(props.rows, (cell, place) =>
    crossing.has(keyOf(place)) ? { ...cell, rows: cell.rows + 1 } : cell,
  )
  return { ...props, rows: rows.toSpliced(at, 0, fresh) }
}

/** Inserts an empty column before this index; its width is taken from all others. */
export function addColumn(props: TableProps, at: number): TableProps {
  const columns = columnsOf(props)
  if (columns >= maxColumns) return props
  const crossing = new Set<string>()
  const fresh = props.rows.map((_, row): TableCell | null => {
    const origin = at < columns ? originOf(props, { row, column: at }) : null
    if (!origin || origin.column === at) return newCell()
    crossing.add(keyOf(origin))
    return null
  })
  const rows = mapCells(props.rows, (cell, place) =>
    crossing.has(keyOf(place)) ? { ...cell, columns: cell.columns + 1 } : cell,
  )
  const widths = props.widths.length === 0 ? [] : normalized(props.widths.toSpliced(at, 0, 100 / columns))
  return { ...props, rows: rows.map((row, index) => row.toSpliced(at, 0, fresh[index]!)), widths }
}

/** Deletes the rows of a range, but never all rows. */
export function deleteRows(props: TableProps, { from, to }: CellRange): TableProps {
  if (to.row - from.row + 1 >= props.rows.length) return props
  const deleted = (row: number) => row >= from.row && row <= to.row
  const cut = splitAcross(props, (place, cell) => overlaps(place.row, cell.rows, deleted), 'rows', deleted)
  return withSplitHeader({ ...cut, rows: cut.rows.filter((_, row) => !deleted(row)) })
}

/** Deletes the columns of a range, but never all columns. */
export function deleteColumns(props: TableProps, { from, to }: CellRange): TableProps {
  if (to.column - from.column + 1 >= columnsOf(props)) return props
  const deleted = (column: number) => column >= from.column && column <= to.column
  const cut = splitAcross(props, (place, cell) => overlaps(place.column, cell.columns, deleted), 'columns', deleted)
  const rows = cut.rows.map((row) => row.filter((_, column) => !deleted(column)))
  return { ...cut, rows, widths: normalized(cut.widths.filter((_, column) => !deleted(column))) }
}

/** Whether the rows of a range can swap with the row before (-1) or after (1) without splitting a merged cell. */
export function canMoveRows(props: TableProps, { from, to }: CellRange, by: -1 | 1): boolean {
  const [first, last] = [from.row + Math.min(by, 0), to.row + Math.max(by, 0)]
  if (first < 0 || last >= props.rows.length) return false
  return !isCut(props, 'row', [first, from.row, to.row + 1, last + 1])
}

/** Moves the rows of a range by one. */
export function moveRows(props: TableProps, range: CellRange, by: -1 | 1): TableProps {
  if (!canMoveRows(props, range, by)) return props
  return withSplitHeader({ ...props, rows: moved(props.rows, range.from.row, range.to.row, by) })
}

/** As canMoveRows, for columns. */
export function canMoveColumns(props: TableProps, { from, to }: CellRange, by: -1 | 1): boolean {
  const [first, last] = [from.column + Math.min(by, 0), to.column + Math.max(by, 0)]
  if (first < 0 || last >= columnsOf(props)) return false
  return !isCut(props, 'column', [first, from.column, to.column + 1, last + 1])
}

/** Moves the columns of a range by one, with their widths. */
export function moveColumns(props: TableProps, range: CellRange, by: -1 | 1): TableProps {
  if (!canMoveColumns(props, range, by)) return props
  const { column: first } = range.from
  const { column: last } = range.to
  const rows = props.rows.map((row) => moved(row, first, last, by))
  return { ...props, rows, widths: moved(props.widths, first, last, by) }
}

/** Whether a range can be merged: it has several cells and does not extend beyond the header row. */
export function canMerge(props: TableProps, range: CellRange): boolean {
  const inHeader = props.headerRow && range.from.row === 0
  return cellsIn(props, range).length > 1 && !(inHeader && range.to.row > 0)
}

/** Merges a range; the texts are joined, one below the other. */
export function mergeCells(props: TableProps, range: CellRange): TableProps {
  if (!canMerge(props, range)) return props
  const { from, to } = range
  const cells = cellsIn(props, range).map((place) => props.rows[place.row]![place.column]!)
  const html = cells.flatMap((cell) => (cell.html === '' ? [] : [cell.html])).join('<br>')
  const size = { columns: to.column - from.column + 1, rows: to.row - from.row + 1 }
  const rows = props.rows.map((row, r) =>
    row.map((cell, c) => {
      if (r < from.row || r > to.row || c < from.column || c > to.column) return cell
      return r === from.row && c === from.column ? { ...cells[0]!, html, ...size } : null
    }),
  )
  return { ...props, rows }
}

/** Whether a range contains merged cells. */
export function canSplit(props: TableProps, range: CellRange): boolean {
  return cellsIn(props, range).some(({ row, column }) => isMerged(props.rows[row]![column]!))
}

/** Splits the merged cells of a range; the text stays in the first cell. */
export function splitCells(props: TableProps, range: CellRange): TableProps {
  const merged = cellsIn(props, range).filter(({ row, column }) => isMerged(props.rows[row]![column]!))
  return merged.reduce(splitCell, props)
}

/** Sets a CSS declaration on the cells of a range; null removes it. */
export function styleCells(props: TableProps, range: CellRange, property: string, value: string | null): TableProps {
  return changeCells(props, range, (cell) => {
    const style = withPair(cell.style, property, value)
    return style === cell.style ? cell : { ...cell, style }
  })
}

export function writeCell(props: TableProps, place: CellPlace, html: string): TableProps {
  return changeCells(props, { from: place, to: place }, (cell) => (cell.html === html ? cell : { ...cell, html }))
}

/** Empties the cells of a range. */
export function clearCells(props: TableProps, range: CellRange): TableProps {
  return changeCells(props, range, (cell) => (cell.html === '' ? cell : { ...cell, html: '' }))
}

/** Writes texts into the cells starting at a position, row by row; the table grows as needed. */
export function fillCells(props: TableProps, at: CellPlace, texts: readonly (readonly string[])[]): TableProps {
  let table = props
  const right = at.column + Math.max(0, ...texts.map((row) => row.length))
  while (table.rows.length < Math.min(at.row + texts.length, maxRows)) table = addRow(table, table.rows.length)
  while (columnsOf(table) < Math.min(right, maxColumns)) table = addColumn(table, columnsOf(table))
  const rows = mapCells(table.rows, (cell, { row, column }) => {
    const html = texts[row - at.row]?.[column - at.column]
    return html === undefined || column < at.column || cell.html === html ? cell : { ...cell, html }
  })
  return { ...table, rows }
}

export function columnsOf({ rows }: TableProps): number {
  return rows[0]?.length ?? 0
}

/** The widths of all columns in percent, computed if no widths are set. */
export function widthsOf(props: TableProps): readonly number[] {
  const columns = columnsOf(props)
  return props.widths.length === columns ? props.widths : Array.from({ length: columns }, () => 100 / columns)
}

/** Minimum width of a column, in percent. */
const minWidth = 3

/** Moves the border between a column and the next, in percent of the table's width. */
export function moveBorder(props: TableProps, column: number, by: number): TableProps {
  const widths = widthsOf(props)
  const [left, right] = [widths[column], widths[column + 1]]
  if (left === undefined || right === undefined) return props
  const most = Math.max(0, right - minWidth)
  const step = Math.max(-Math.max(0, left - minWidth), Math.min(by, most))
  if (Math.abs(step) < 0.01) return props
  const rounded = widths.with(column, left + step).with(column + 1, right - step)
  return { ...props, widths: rounded.map((width) => Math.round(width * 100) / 100) }
}

const keyOf = ({ row, column }: CellPlace): string => `${row} ${column}`

function isMerged(cell: TableCell): boolean {
  return cell.columns > 1 || cell.rows > 1
}

function mapCells(
  rows: readonly TableRow[],
  change: (cell: TableCell, place: CellPlace) => TableCell,
): readonly TableRow[] {
  return rows.map((row, r) => row.map((cell, c) => cell && change(cell, { row: r, column: c })))
}

function changeCells(props: TableProps, { from, to }: CellRange, change: (cell: TableCell) => TableCell): TableProps {
  let changed = false
  const rows = mapCells(props.rows, (cell, { row, column }) => {
    if (row < from.row || row > to.row || column < from.column || column > to.column) return cell
    const next = change(cell)
    changed ||= next !== cell
    return next
  })
  return changed ? { ...props, rows } : props
}

/** Splits the merged cells that lose a part, so that a deletion removes nothing else. */
function splitAcross(
  props: TableProps,
  isHit: (place: CellPlace, cell: TableCell) => boolean,
  side: 'rows' | 'columns',
  deleted: (index: number) => boolean,
): TableProps {
  const all = { from: { row: 0, column: 0 }, to: { row: props.rows.length - 1, column: columnsOf(props) - 1 } }
  const hit = cellsIn(props, all).filter((place) => {
    const cell = props.rows[place.row]![place.column]!
    return isMerged(cell) && isHit(place, cell)
  })
  return hit.reduce((table, place) => {
    const before = props.rows[place.row]![place.column]!
    const start = side === 'rows' ? place.row : place.column
    const left = Array.from({ length: before[side] }, (_, index) => start + index).filter((index) => !deleted(index))
    const split = splitCell(table, place)
    if (left.length === 0) return split
    // The remaining part stays one cell with its text.
    const origin = side === 'rows' ? { ...place, row: left[0]! } : { ...place, column: left[0]! }
    return regrown(split, { origin, text: place, before, side, left })
  }, props)
}

interface Regrown {
  readonly origin: CellPlace
  readonly text: CellPlace
  readonly before: TableCell
  readonly side: 'rows' | 'columns'
  readonly left: readonly number[]
}

function regrown(props: TableProps, { origin, before, side, left }: Regrown): TableProps {
  const size = { columns: before.columns, rows: before.rows, [side]: left.length }
  const cell: TableCell = { ...before, ...size }
  const covered = (row: number, column: number): boolean => {
    const along = side === 'rows' ? row : column
    const across = side === 'rows' ? column - origin.column : row - origin.row
    return left.includes(along) && across >= 0 && across < (side === 'rows' ? before.columns : before.rows)
  }
  const rows = props.rows.map((row, r) =>
    row.map((one, c) => (r === origin.row && c === origin.column ? cell : covered(r, c) ? null : one)),
  )
  return { ...props, rows }
}

function overlaps(start: number, length: number, deleted: (index: number) => boolean): boolean {
  return Array.from({ length }, (_, index) => start + index).some(deleted)
}

/** Whether a merged cell crosses one of these borders. */
function isCut(props: TableProps, side: 'row' | 'column', lines: readonly number[]): boolean {
  const all = { from: { row: 0, column: 0 }, to: { row: props.rows.length - 1, column: columnsOf(props) - 1 } }
  return cellsIn(props, all).some((place) => {
    const cell = props.rows[place.row]![place.column]!
    const length = side === 'row' ? cell.rows : cell.columns
    return lines.some((line) => place[side] < line && line < place[side] + length)
  })
}

function moved<T>(list: readonly T[], first: number, last: number, by: -1 | 1): readonly T[] {
  if (list.length === 0) return list
  const moving = list.slice(first, last + 1)
  return list.toSpliced(first, moving.length).toSpliced(first + by, 0, ...moving)
}

/** Normalizes widths to a sum of 100. */
function normalized(widths: readonly number[]): readonly number[] {
  const sum = widths.reduce((total, width) => total + width, 0)
  return sum === 0 ? [] : widths.map((width) => Math.round((width / sum) * 10_000) / 100)
}
