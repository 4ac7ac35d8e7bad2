/** What a chart shows: for each category one value of each series; null is a gap. */
export interface ChartData {
  /** What the categories are called together: the heading of their column; '' when it has none. */
  readonly title: string
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** More than this is no picture that anybody reads from a distance. */
const most = { categories: 40, series: 6 }

/**
 * The numbers in the cells of a table (plain text, row by row), ready to be drawn: columns of numbers are series, the
 * first column of words names the categories. Null when there is nothing to draw: less than two rows with a number.
 */
export function chartDataOf(cells: readonly (readonly string[])[]): ChartData | null {
  const hasHeading = isHeading(cells)
  const body = (hasHeading ? cells.slice(1) : cells).filter((row) => row.some((cell) => cell.trim() !== ''))
  if (body.length < 2 || body.length > most.categories) return null
  const columns = cells[0]!.map((_, column) => body.map((row) => row[column] ?? ''))
  const named = columns.length > 1 && (!isNumbers(columns[0]!) || isCounting(columns[0]!, cells[0]![0]!, hasHeading))
  const heading = (column: number): string => (hasHeading ? cells[0]![column]!.trim() : '')
  const series = columns.flatMap((values, column) =>
    (named && column === 0) || !isNumbers(values) ? [] : [{ name: heading(column), values: values.map(numberIn) }],
  )
  if (series.length === 0 || series.length > most.series) return null
  const categories = body.map((row, index) => (named ? row[0]!.trim() : String(index + 1)))
  return { title: named ? heading(0) : '', categories, series }
}

/** The number that a cell shows, with its signs for money, parts and thousands; null when it shows none. */
export function numberIn(cell: string): number | null {
  const bare = cell.replace(/[\s\u00a0\u202f'’€$£¥%]/g, '').replace('\u2212', '-')
  if (!/^[-+]?[\d.,]*\d$/.test(bare)) return null
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(',', ''))
  if (/^[-+]?\d{1,3}(\.\d{3})+(,\d+|\.\d{3})$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  const number = Number(/^[-+]?\d*,\d+$/.test(bare) ? bare.replace(',', '.') : bare)
  return Number.isFinite(number) ? number : null
}

/** The first row names the columns when it has words where the rows below it have numbers, or years over no years. */
function isHeading(cells: readonly (readonly string[])[]): boolean {
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

/** Nothing but numbers and gaps, and one number at least. */
function isNumbers(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => numberIn(cell) !== null)
}

/** Years, or numbers that go up by one: they name the rows rather than measure them. */
function isCounting(column: readonly string[], heading: string, hasHeading: boolean): boolean {
  const numbers = column.map(numberIn)
  const steps = numbers.slice(1).map((number, index) => (number ?? 0) - (numbers[index] ?? 0))
  return column.every(isYear) || (hasHeading && heading.trim() === '') || steps.every((step) => step === 1)
}
