import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import type { ChartData, SceneItem } from '../../document/powerpoint/scene.ts'
import { stepsFor } from './axes.ts'
import { readLook } from './chart-look.ts'
import type { ChartProps } from './chart-props.ts'
import { usableRange } from './classic-scale.ts'
import { scaleFor } from './scale.ts'
import { readSheet, valuesOf } from './sheet.ts'

/** The scale that the drawing has; null for stacks and pies. */
function scaleOf({ kind, cells, stacked, look }: ChartProps, items: readonly SceneItem[]): ChartData['scale'] {
  const plot = items.find((item) => item.kind === 'chart')?.plot
  if (!plot || stacked || look !== '' || kind === 'pie') return null
  const { series } = readSheet(cells)
  const chart = items.find((item) => item.kind === 'chart')!
  const length = kind === 'bar' ? plot.width : plot.height
  const { from, to, ticks } = scaleFor(
    valuesOf(series),
    stepsFor(length, chart.size),
    kind === 'bar' || kind === 'column',
  )
  return ticks.length < 2 ? null : { from, to, step: ticks[1]! - ticks[0]! }
}

/** A chart: the program's own, with its data in a sheet. */
export const chartExporter: BlockExporter<ChartProps> = {
  refine({ props }, items) {
    const { corner, categories, series } = readSheet(props.cells)
    const { kind, title, stacked, values, legend } = props
    const numbers = series.map((one) => ({ name: one.name, values: one.values }))
    const scale = scaleOf(props, items)
    const look = readLook(props.look)
    const classic = look && { ...look, range: usableRange(look.range) }
    const data = { scale, classic, kind, title, stacked, values, legend, corner, categories, series: numbers }
    const link = props.link === '' ? null : props.link
    return items.map((item) => (item.kind === 'chart' ? { ...item, data, link, alt: title } : item))
  },
}
