import type * as ChartDrawing from './chart-drawing.ts'
import type { ChartProps } from './chart-props.ts'

// Charts are rare, and their drawing code is large. The editor loads it for a deck with charts, at the first input, and
// before a chart is made. A chart parsed before then, of a foreign change, keeps the drawing it came with.

let draw: typeof ChartDrawing.drawChart | null = null
const kept = new Map<string, string>()

const keyOf = (props: ChartProps): string => JSON.stringify({ ...props, link: '' })

export const loadDrawing: typeof ChartDrawing.loadDrawing = () =>
  draw
    ? null
    : import('./draw-chart.ts').then(({ drawChart: loaded }) => {
        draw = loaded
        kept.clear()
      })

export const drawChart: typeof ChartDrawing.drawChart = (...chart) => draw?.(...chart) ?? ''

export const keepDrawing: typeof ChartDrawing.keepDrawing = (props, svg) => {
  if (!draw) kept.set(keyOf(props), svg)
}

export const keptDrawing: typeof ChartDrawing.keptDrawing = (props) => kept.get(keyOf(props)) ?? null
