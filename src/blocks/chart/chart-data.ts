import { numberIn } from '../number-text.ts'
import { type ChartCells, chartLimits } from './chart-cells.ts'

/**
 * Reads chart data from the cells of a table (plain text, by row). Columns of numbers become series, and the first
 * column of text names the categories. Null if fewer than two rows have a number, or if there is too much data.
 */
export function chartCellsOf(cells: ChartCells): ChartCells | null {
  const hasHeading = isHeading(cells)
  const body = (hasHeading ? cells.slice(1) : cells).filter((row) => row.some((cell) => cell.trim() !== ''))
  if (body.length < 2 || body.length > chartLimits.categories) return null
  const columns = cells[0]!.map((_, column) => body.map((row) => row[column] ?? ''))
  const named = columns.length > 1 && (!isNumbers(columns[0]!) || isCounting(columns[0]!, cells[0]![0]!, hasHeading))
  const heading = (column: number): string => (hasHeading ? cells[0]![column]!.trim() : '')
  const series = columns.flatMap((values, column) =>
    (named && column === 0) || !isNumbers(values) ? [] : [{ name: heading(column), values }],
  )
  if (series.length === 0 || series.length > chartLimits.series) return null
  const head = [named ? heading(0) : '', ...series.map(({ name }) => name)]
  const rows = body.map((row, index) => [
    named ? row[0]!.trim() : String(index + 1),
    ...series.map(({ values }) => values[index]!.trim()),
  ])
  return [head, ...rows]
}

/**
 * Whether the first row contains headings: text above columns of numbers, or years above numbers that are not years.
 */
function isHeading(cells: ChartCells): boolean {
  const [first = [], ...rest] = cells
  const below = (column: number): string[] => rest.map((row) => row[column] ?? '')
  const isName = (cell: string, column: number): boolean =>
    numberIn(cell) === null && cell.trim() !== '' && isNumbers(below(column))
  if (first.some(isName)) return true
  const years = first.slice(1)
  const others = rest.flatMap((row) => row.slice(1)).filter((cell) => numberIn(cell) !== null)
  return years.length > 0 && years.every(isYear) && !others.every(isYear)
}

function isYear(cell: string): boolean {
  return /^\s*\d{4}\s*$/.test(cell) && Number(cell) >= 1800 && Number(cell) <= 2200
}

/** Whether a column has only numbers and gaps, and at least one number. */
export function isNumbers(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => numberIn(cell) !== null)
}

/**
 * Whether a column only counts or names rows (years, consecutive numbers), so that its numbers are no measured values.
 */
function isCounting(column: readonly string[], heading: string, hasHeading: boolean): boolean {
  const numbers = column.map(numberIn)
  const steps = numbers.slice(1).map((number, index) => (number ?? 0) - (numbers[index] ?? 0))
  return column.every(isYear) || (hasHeading && heading.trim() === '') || steps.every((step) => step === 1)
}
