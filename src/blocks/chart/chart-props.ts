import type { LinkProps } from '../block-link.ts'
import type { ChartCells } from './chart-cells.ts'
import type { ChartColors } from './chart-colors.ts'

/** Kinds of charts, in display order. */
export const chartKinds = ['column', 'bar', 'line', 'pie', 'scatter'] as const
export type ChartKind = (typeof chartKinds)[number]

/** A chart of the numbers of a small sheet. */
export interface ChartProps extends LinkProps {
  readonly kind: ChartKind
  /** Shown above the chart; '' for none. */
  readonly title: string
  /** Every row has the same number of cells. */
  readonly cells: ChartCells
  /** Bars of a category stand on each other. */
  readonly stacked: boolean
  /** Values are written at the marks. */
  readonly values: boolean
  /** The series are named. */
  readonly legend: boolean
  /** The look of another program's chart, as writeLook stores it (chart-look.ts); '' for that of charts made here. */
  readonly look: string
  /** Of the series, or of the slices of a pie. */
  readonly colors: ChartColors
  /** The series appear one by one, as fragments. */
  readonly steps: boolean
}
