/** How the author writes numbers, for labels of the same kind. */
export interface NumberFormat {
  /** The decimal separator; the other one groups thousands. */
  readonly point: '.' | ','
  readonly prefix: string
  readonly suffix: string
}

/** The common notation of cells that contain numbers: the unit if all have the same, and the decimal separator. */
export function formatOf(cells: readonly string[]): NumberFormat {
  const units = new Set(
    cells.map((cell) => {
      const [, before = '', after = ''] = /^\s*([€$£¥]?)[^€$£¥%]*([€$£¥%]?)\s*$/.exec(cell) ?? []
      return `${before}|${after}`
    }),
  )
  const [prefix = '', unit = ''] = units.size === 1 ? [...units][0]!.split('|') : []
  const suffix = unit !== '' && cells.every((cell) => /\s\S$/.test(cell.trim())) ? `\u00a0${unit}` : unit
  return { point: cells.some((cell) => /\d,\d{1,2}\D*$/.test(cell)) ? ',' : '.', prefix, suffix }
}

const thousands = ['', 'k', 'M', 'B', 'T']

/** Formats the ticks of an axis. Large numbers are abbreviated, all with the same unit: 0.5M, 1M. */
export function formatTicks(ticks: readonly number[], decimals: number, format: NumberFormat): string[] {
  const largest = Math.max(...ticks.map(Math.abs))
  const power = largest < 100_000 ? 0 : Math.min(thousands.length - 1, Math.floor(Math.log10(largest) / 3 + 1e-9))
  const scaled = ticks.map((tick) => tick / 1000 ** power)
  const places =
    power === 0 ? decimals : ([0, 1, 2, 3].find((count) => scaled.every((one) => isExact(one, count))) ?? 3)
  return scaled.map((one) => {
    if (one === 0) return `${format.prefix}0${format.suffix}`
    const sign = one < 0 ? '\u2212' : ''
    const number = `${grouped(Math.abs(one).toFixed(places), format.point)}${thousands[power]}`
    return `${sign}${format.prefix}${number}${format.suffix}`
  })
}

const isExact = (value: number, places: number): boolean => Math.abs(value - Number(value.toFixed(places))) < 1e-9

/** Groups thousands, and replaces the decimal point. */
function grouped(number: string, point: NumberFormat['point']): string {
  const [whole = '', fraction] = number.split('.')
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, point === '.' ? ',' : '.') : whole
  return fraction === undefined ? spaced : `${spaced}${point}${fraction}`
}

/** A value's label: as the author wrote it, unless that is too long for a label, or has more decimals than it should. */
export function valueLabel(cell: string, value: number, format: NumberFormat, most = -1): string {
  if (most >= 0) {
    // Other series may have other units.
    const { prefix, suffix } = formatOf([cell.trim().replace(/^[-\u2212]/, '')])
    const number = grouped(Math.abs(value).toFixed(Math.min(most, 10)), format.point)
    return `${value < 0 ? '-' : ''}${prefix}${number}${suffix}`
  }
  const text = cell.trim()
  if (text.length <= 12) return text
  const decimals = [0, 1, 2].find((count) => isExact(value, count)) ?? 2
  return formatTicks([value], decimals, format)[0]!
}
