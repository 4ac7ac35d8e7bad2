import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import type { ChartProps } from './chart-props.ts'
import { readSheet } from './sheet.ts'

/** A chart: the program's own, with its data in a sheet. */
export const chartExporter: BlockExporter<ChartProps> = {
  refine({ props }, items) {
    const { corner, categories, series } = readSheet(props.cells)
    const { kind, title, stacked, values, legend } = props
    const numbers = series.map((one) => ({ name: one.name, values: one.values }))
    const data = { kind, title, stacked, values, legend, corner, categories, series: numbers }
    const link = props.link === '' ? null : props.link
    return items.map((item) => (item.kind === 'chart' ? { ...item, data, link, alt: title } : item))
  },
}
