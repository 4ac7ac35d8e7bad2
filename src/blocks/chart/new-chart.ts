import type { ChartCells } from './chart-cells.ts'
import type { ChartProps } from './chart-props.ts'
import { isSequence, readSheet, valuesOf } from './sheet.ts'

/** Maximum number of values that are labeled in a new chart. */
const fewValues = 12

/** The props of a chart of these cells: lines for numbered or dated categories, bars for long names, else columns. */
export function chartOf(cells: ChartCells): Pick<ChartProps, 'cells' | 'kind' | 'values'> {
  const { categories, series } = readSheet(cells)
  const isLong = categories.some((name) => name.length > 18)
  const kind = isSequence(categories) && categories.length > 4 ? 'line' : isLong ? 'bar' : 'column'
  return { cells, kind, values: series.length === 1 && valuesOf(series).length <= fewValues }
}
