import { numberIn } from '../number-text.ts'
import { type ChartCells, categoryNames, seriesNames } from './chart-cells.ts'
import { isNumbers } from './chart-data.ts'
import { formatOf, type NumberFormat } from './number-format.ts'

/** A chart's data as numbers. */
export interface Sheet {
  /** The heading of the categories. */
  readonly corner: string
  readonly categories: readonly string[]
  readonly series: readonly SheetSeries[]
  readonly format: NumberFormat
}

export interface SheetSeries {
  readonly name: string
  /** One per category; null is a gap. */
  readonly values: readonly (number | null)[]
  /** The cells as written. */
  readonly cells: readonly string[]
}

/** Reads the cells of a chart. */
export function readSheet(cells: ChartCells): Sheet {
  const [head = [], ...rows] = cells
  const series = seriesNames(cells).map((name, index) => {
    const texts = rows.map((row) => row[index + 1] ?? '')
    return { name, cells: texts, values: texts.map(numberIn) }
  })
  const numbers = series.flatMap(({ cells: texts }) => texts.filter((text) => numberIn(text) !== null))
  return { corner: head[0] ?? '', categories: categoryNames(cells), series, format: formatOf(numbers) }
}

/** All values of series. */
export const valuesOf = (series: readonly SheetSeries[]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null))

/** Whether the categories are numbers, dates or years: their labels may be thinned out. */
export function isSequence(categories: readonly string[]): boolean {
  return isNumbers(categories) || categories.filter((name) => /\d/.test(name)).length * 2 > categories.length
}

/** Whether a text is written from right to left: its first letter is Hebrew, Arabic or the like. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
}
