import { type ChartCells, chartLimits } from './chart-cells.ts'
import { chartCellsOf } from './chart-data.ts'

// Edits of a chart's sheet. Each returns the same cells if nothing changes. Rows and columns count from 0, headings
// included; one series and one category always remain.

/** A place in the sheet. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

const maxRows = chartLimits.categories + 1
const maxColumns = chartLimits.series + 1

export function setCell(cells: ChartCells, { row, column }: CellPlace, text: string): ChartCells {
  if (cells[row]?.[column] === undefined || cells[row][column] === text) return cells
  return cells.with(row, cells[row].with(column, text))
}

export function addRow(cells: ChartCells): ChartCells {
  return cells.length >= maxRows ? cells : [...cells, cells[0]!.map(() => '')]
}

export function addColumn(cells: ChartCells): ChartCells {
  return cells[0]!.length >= maxColumns ? cells : cells.map((row) => [...row, ''])
}

export function removeRow(cells: ChartCells, row: number): ChartCells {
  return row < 1 || cells.length <= 2 ? cells : cells.toSpliced(row, 1)
}

export function removeColumn(cells: ChartCells, column: number): ChartCells {
  return column < 1 || cells[0]!.length <= 2 ? cells : cells.map((row) => row.toSpliced(column, 1))
}

/** Exchanges rows and columns; the same cells if there would be too many series. */
export function transposed(cells: ChartCells): ChartCells {
  if (cells.length > maxColumns || cells[0]!.length > maxRows) return cells
  return cells[0]!.map((_, column) => cells.map((row) => row[column]!))
}

/**
 * Puts pasted cells into the sheet. A whole table pasted at its first cell replaces the sheet; otherwise the cells
 * overwrite others from a place on, and the sheet grows. What exceeds the limits is left out.
 */
export function pasteCells(cells: ChartCells, { row, column }: CellPlace, pasted: ChartCells): ChartCells {
  const whole = row === 0 && column === 0 ? chartCellsOf(pasted) : null
  if (whole) return whole
  const height = Math.min(maxRows, Math.max(cells.length, row + pasted.length))
  const width = Math.min(
    maxColumns,
    Math.max(cells[0]!.length, column + Math.max(...pasted.map(({ length }) => length))),
  )
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => pasted[y - row]?.[x - column]?.trim() ?? cells[y]?.[x] ?? ''),
  )
}
