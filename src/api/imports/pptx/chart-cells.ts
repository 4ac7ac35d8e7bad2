import { chartLimits } from '../../../blocks/chart/chart-cells.ts'
import type { ChartKind } from '../../../blocks/chart/chart-props.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { all, attr, descendants, find, num, textIn } from './xml-tree.ts'

/** The values of a reference or a literal, by their index. */
export function valuesIn(element: XmlElement | null): string[] {
  const levels = all(find(element, 'multiLvlStrRef', 'multiLvlStrCache'), 'lvl')
  if (levels.length > 1) return withOuterLevels(levels)
  return Array.from(pointsIn(element), (value) => value ?? '')
}

function pointsIn(element: XmlElement | null): string[] {
  const values: string[] = []
  for (const point of descendants(element, 'pt')) {
    const index = num(point, 'idx') ?? values.length
    if (index >= 0 && index < chartLimits.categories) values[index] = textIn(find(point, 'v')).trim()
  }
  return values
}

/** The names of the inner level, each with those of the levels around it, which are stored once for all they include. */
function withOuterLevels([inner, ...outer]: readonly XmlElement[]): string[] {
  const around = outer.slice(0, readerLimits.presentation.categoryLevels).map(pointsIn)
  return Array.from(pointsIn(inner!), (value, index) => {
    const names = around.map((list) => list.slice(0, index + 1).findLast((name) => name) ?? '')
    return [value ?? '', ...names].filter((name) => name !== '').join(', ')
  })
}

export const nameOfSeries = (series: XmlElement): string =>
  valuesIn(find(series, 'tx'))[0] ?? (textIn(find(series, 'tx', 'v')).trim() || '')

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
/** Day 0 of dates in sheets. */
const firstDay = Date.UTC(1899, 11, 30)

/** The parts of a number format without quoted texts, conditions and what stands for a program's own language. */
const bareFormat = (format: string): string => format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';')[0]!

function dateText(day: number, format: string): string {
  const date = new Date(firstDay + Math.round(day * 86_400) * 1000)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [year, month, name] = [date.getUTCFullYear(), date.getUTCMonth(), days[date.getUTCDay()]!]
  const parts: Readonly<Record<string, string>> = {
    ...{ yyyy: String(year), yy: two(year % 100), mmmm: months[month]!, mmm: months[month]!.slice(0, 3) },
    ...{ mm: two(month + 1), m: String(month + 1), dddd: name, ddd: name.slice(0, 3) },
    ...{ dd: two(date.getUTCDate()), d: String(date.getUTCDate()) },
  }
  const plain = format.replace(/\[[^\]]*\]/g, '').split(/;|\s*h/i)[0]!
  return plain
    .replace(
      /"([^"]*)"|\\(.)|yyyy|yy|m{1,4}|d{1,4}/gi,
      (part, quoted, escaped) => quoted ?? escaped ?? parts[part.toLowerCase()] ?? part,
    )
    .trim()
}

const isDate = (format: string): boolean =>
  !/^(?:general|standard)/i.test(format) && /[ymd]/i.test(bareFormat(format)) && !/[0#]/.test(bareFormat(format))

/** A number as its format writes it, with all its decimals: those that the format hides are needed to draw the chart. */
export function numberText(value: string, format: string): string {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  if (isDate(format) && number > 0 && number < 2_958_466) return dateText(number, format)
  const bare = bareFormat(format)
  const isShare = bare.includes('%')
  const rounded = Math.round((isShare ? number * 100 : number) * 1e6) / 1e6
  const [whole = '', fraction] = String(Math.abs(rounded)).split('.')
  const digits = bare.includes('#,##') ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const decimals = fraction?.includes('e')
    ? fraction
    : (fraction ?? '').padEnd((/\.(0+)/.exec(bare)?.[1] ?? '').length, '0')
  const sign = rounded < 0 ? '-' : ''
  const currency = /[$€£¥]/.exec(format)?.[0] ?? ''
  const isBehind = currency !== '' && format.search(/[$€£¥]/) > format.search(/[0#]/)
  const text = `${digits}${decimals === '' ? '' : `.${decimals}`}`
  return `${sign}${isBehind ? '' : currency}${text}${isBehind ? ` ${currency}` : ''}${isShare ? '%' : ''}`
}

const formatOf = (element: XmlElement | null): string => textIn(descendants(element, 'formatCode')[0]).trim()

/** The format of an axis, if it has one of its own. */
function axisFormat(axis: XmlElement | null): string | null {
  const format = find(axis, 'numFmt')
  return format && attr(format, 'sourceLinked') === '0' ? attr(format, 'formatCode') : null
}

/** Categories as their axis writes them: dates are numbers in the file. */
function namesIn(element: XmlElement | null, axis: XmlElement | null): string[] {
  const names = valuesIn(element)
  if (!find(element, 'numRef') && !find(element, 'numLit')) return names
  const format = axisFormat(axis) ?? formatOf(element)
  return names.map((name) => numberText(name, format === '' && axis?.name === 'dateAx' ? 'yyyy-mm-dd' : format))
}

/** The sheet of a chart: names and values of its series. */
export function cellsOf(series: readonly XmlElement[], kind: ChartKind, axis: XmlElement | null): string[][] {
  const [along, data] = kind === 'scatter' ? ['xVal', 'yVal'] : ['cat', 'val']
  const columns = series.map((one) => {
    const element = find(one, data)
    const format = formatOf(element)
    return valuesIn(element).map((value) => numberText(value, format))
  })
  const named = series.map((one) => find(one, along)).find((element) => valuesIn(element).length > 0) ?? null
  const categories = namesIn(named, kind === 'scatter' ? null : axis)
  const longest = Math.max(1, categories.length, ...columns.map((column) => column.length))
  const head = ['', ...series.map((one, index) => nameOfSeries(one) || `Series ${index + 1}`)]
  const rows = Array.from({ length: Math.min(chartLimits.categories, longest) }, (_, row) => [
    categories.length === 0 ? String(row + 1) : (categories[row] ?? ''),
    ...columns.map((column) => column[row] ?? ''),
  ])
  return [head, ...rows]
}
