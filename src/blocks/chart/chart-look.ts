/** Where a legend stands beside a chart. */
export const legendPlaces = ['right', 'left', 'top', 'bottom'] as const
export type LegendPlace = (typeof legendPlaces)[number]

/**
 * The classic look of a chart, that of office programs: axes with tick marks, and a legend at a side. Stored as words:
 * `legend_top grid_xy range_0,6,1 percent`. A word that is missing has the value of `classicLook`.
 */
export interface ChartLook {
  readonly legend: LegendPlace
  /** The axes that have lines across the plot; x is the horizontal one. */
  readonly grid: 'none' | 'x' | 'y' | 'xy'
  /** The axes that are drawn, those of them that have labels, and those that have tick marks. */
  readonly axes: 'none' | 'x' | 'y' | 'xy'
  readonly labels: 'none' | 'x' | 'y' | 'xy'
  readonly marks: 'none' | 'x' | 'y' | 'xy'
  /** Lowest and highest value of the value axis, and its step; null: chosen by the values. */
  readonly range: readonly (number | null)[]
  /** The gap between the bars of two categories, and their overlap within one, in percent of a bar's thickness. */
  readonly gap: number
  readonly overlap: number
  /** The place of the plot within its axes, as shares of the chart: left, top, width, height; [] for what is left. */
  readonly plot: readonly (number | null)[]
  /** The angle of a pie's first slice in degrees, and the radius of its hole in percent of its own. */
  readonly angle: number
  readonly hole: number
  /** How many of the last series are lines over columns. */
  readonly lines: number
  /** Decimals of the values at the marks; -1: as the cells have them. */
  readonly decimals: number
  /** Slices are labeled with their shares, unless with their values. */
  readonly shares: boolean
  /** Stacks end at 100 %. */
  readonly percent: boolean
  /** The lines run around a center, from which all categories have an axis. */
  readonly radar: boolean
  /** Lines are filled to the axis, have dots, are smooth. */
  readonly area: boolean
  readonly dots: boolean
  readonly smooth: boolean
  /** Points are joined by lines. */
  readonly joined: boolean
  /** The first and the last category are at the plot's edges. */
  readonly edges: boolean
  /** The categories begin at the other end. */
  readonly turned: boolean
}

export const classicLook: ChartLook = {
  ...{ legend: 'right', grid: 'y', axes: 'xy', labels: 'xy', marks: 'xy', range: [], gap: 150, overlap: 0, plot: [] },
  ...{ angle: 0, hole: 0, lines: 0, decimals: -1, shares: false, percent: false, radar: false, area: false },
  ...{ dots: false, smooth: false, joined: false, edges: false },
  turned: false,
}

const sides: readonly string[] = ['none', 'x', 'y', 'xy']
const words: Readonly<Record<string, readonly string[]>> = {
  ...{ legend: legendPlaces, grid: sides, axes: sides, labels: sides, marks: sides },
}

function numberOf(text: string): number | null {
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : null
}

function meaningOf(name: keyof ChartLook, text: string): unknown {
  const usual = classicLook[name]
  if (typeof usual === 'boolean') return true
  if (typeof usual === 'number') return numberOf(text) ?? usual
  if (typeof usual === 'string') return words[name]?.includes(text) ? text : usual
  return text.split(',', 4).map(numberOf)
}

/** Reads a stored look; null for '', the look of charts that are made here. */
export function readLook(stored: string): ChartLook | null {
  if (stored === '') return null
  const set = stored.split(' ').flatMap((word) => {
    const [name = '', text = ''] = word.split('_')
    return Object.hasOwn(classicLook, name) ? [[name, meaningOf(name as keyof ChartLook, text)]] : []
  })
  return { ...classicLook, ...Object.fromEntries(set) }
}

/** A look as it is stored. */
export function writeLook(look: ChartLook): string {
  const names = Object.keys(classicLook) as (keyof ChartLook)[]
  const set = names.flatMap((name) => {
    const [value, usual] = [look[name], classicLook[name]]
    if (typeof value === 'boolean') return value ? [name] : []
    const text = Array.isArray(value) ? value.join(',') : String(value)
    return text === String(usual) ? [] : [`${name}_${text}`]
  })
  return ['classic', ...set].join(' ')
}
