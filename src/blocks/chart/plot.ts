import type { Area } from './axes.ts'
import type { Pen } from './pen.ts'
import type { Sheet } from './sheet.ts'

/** What a kind of chart draws from. */
export interface Plot {
  readonly sheet: Sheet
  readonly area: Area
  readonly pen: Pen
  /** Font size of labels, in px. */
  readonly size: number
  readonly stacked: boolean
  readonly values: boolean
  readonly legend: boolean
}

/** A drawn chart: axes and labels, and the marks of each series. */
export interface Drawn {
  readonly frame: string
  readonly series: readonly string[]
}
