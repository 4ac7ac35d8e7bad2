/** The cells of a chart's sheet as text, by row. The first row names the series, the first column the categories. */
export type ChartCells = readonly (readonly string[])[]

/** Maximum numbers of categories and series; more cannot be told apart on a slide. */
export const chartLimits = { categories: 60, series: 8 }

/** Colors of series and slices; further ones begin again with the first. */
export const colorCount = 12

/** The names of the series. Those without a name are numbered; a single one may have none. */
export function seriesNames([head = []]: ChartCells): readonly string[] {
  const names = head.slice(1)
  return names.map((name, index) => name.trim() || (names.length === 1 ? '' : `Series ${index + 1}`))
}

/** The names of the categories. */
export function categoryNames([, ...rows]: ChartCells): readonly string[] {
  return rows.map((row) => row[0] ?? '')
}

/** The names of what has a color and a step of its own: the series, or the slices of a pie. */
export function partNames({ kind, cells }: { readonly kind: string; readonly cells: ChartCells }): readonly string[] {
  return kind === 'pie' ? categoryNames(cells) : seriesNames(cells).map((name) => name || 'its values')
}
